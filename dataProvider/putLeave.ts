/** Permission to put one file straight into storage. */
export interface PutLeave {
  url: string;
  method: 'PUT';
  headers: Record<string, string>;
}

export interface PutOptions {
  onProgress: (loaded: number) => void;
  signal: AbortSignal | undefined;
}

export type PutBytes = (leave: PutLeave, file: Blob, options: PutOptions) => Promise<void>;
