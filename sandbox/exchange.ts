import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a mount of the host program receives; the stand-ins need no more. */
export interface SandboxExchange {
  req: IncomingMessage;
  res: ServerResponse;
  method: string;
  /** As sent, without the query. */
  rawPath: string;
  query: URLSearchParams;
}

export interface SandboxMount {
  prefix: string;
  handle(exchange: SandboxExchange): Promise<void>;
}

/** What was sent, up to this many bytes. */
export const bytesOf = async (req: IncomingMessage, most: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= most) chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

export const bodyOf = async (req: IncomingMessage): Promise<string> =>
  (await bytesOf(req, 1_000_000)).toString('utf8');

export const objectFrom = (body: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
};

/** A stand-in must not call other hosts. */
export const isLocal = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
};

export const answer = (
  { res }: SandboxExchange,
  status: number,
  body: string,
  headers: Record<string, string> = {},
) => {
  if (res.destroyed || res.headersSent) return;
  res.writeHead(status, {
    ...(status !== 204 && { 'content-type': 'application/json; charset=utf-8' }),
    'cache-control': 'no-store',
    ...headers,
  });
  res.end(status === 204 ? undefined : body);
};
