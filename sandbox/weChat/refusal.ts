export type Fields = Record<string, unknown>;

/** WeChat's errors come with HTTP 200. */
export class WeChatRefusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
