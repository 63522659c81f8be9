/** The platform, the network or the SDK failed; the function never answered. `code` is one of their strings. */
export class PlatformFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly requestId?: string,
  ) {
    super(message);
    this.name = 'PlatformFailure';
  }
}
