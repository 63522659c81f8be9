import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PlatformError } from '../types.ts';

/** One request and its answer, with the parts every route needs already parsed and checked. */
export interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  method: string;
  /** Path as sent, still percent-encoded, without the query. */
  rawPath: string;
  /** Path decoded once; free of NUL and of `..` segments. */
  path: string;
  query: URLSearchParams;
  requestId: string;
  ip: string;
  /** The origin the caller used, e.g. `http://localhost:8080`: addresses handed out to it start with this. */
  base: string;
}

/** Answers requests whose path is the prefix or lies below it. */
export interface Mount {
  prefix: string;
  /** Only this path and method: a hosted page may be at `GET /admin`, beside the API of that name. */
  only?: 'POST';
  /** Decides instead of the prefix, where paths come and go. */
  owns?: (path: string) => boolean;
  /** Answers pages of other origins by its own rules. Returns whether the request is answered with that. */
  crossOrigin?: (exchange: Exchange) => boolean;
  handle(exchange: Exchange): Promise<void> | void;
}

const REQUEST_ID = /^[a-zA-Z0-9-]{8,64}$/;

/** @throws PlatformError BAD_REQUEST when the request target is not a plain path */
export function openExchange(req: IncomingMessage, res: ServerResponse): Exchange {
  const target = req.url ?? '';
  const cut = target.indexOf('?');
  const rawPath = cut < 0 ? target : target.slice(0, cut);
  const asked = req.headers['x-request-id'];
  const requestId = typeof asked === 'string' && REQUEST_ID.test(asked) ? asked : randomUUID();
  res.setHeader('x-request-id', requestId);
  return {
    req,
    res,
    method: req.method ?? 'GET',
    rawPath,
    path: decodePath(rawPath),
    query: new URLSearchParams(cut < 0 ? '' : target.slice(cut + 1)),
    requestId,
    ip: (req.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
    base: `http://${req.headers.host ?? ''}`,
  };
}

function decodePath(rawPath: string): string {
  const bad = () => new PlatformError('BAD_REQUEST', 'the request path is not valid', 400);
  if (!rawPath.startsWith('/')) throw bad();
  let path: string;
  try {
    path = decodeURIComponent(rawPath);
  } catch {
    throw bad();
  }
  if (path.includes('\0') || path.split(/[/\\]/).includes('..')) throw bad();
  return path;
}

export function fits(mount: Mount, { path, method }: Exchange): boolean {
  if (mount.owns) return mount.owns(path);
  return mount.only ? path === mount.prefix && method === mount.only : isBelow(path, mount.prefix);
}

export function isBelow(path: string, prefix: string): boolean {
  if (prefix.endsWith('/')) return path.startsWith(prefix);
  return path === prefix || path.startsWith(`${prefix}/`);
}

export function sendJson(exchange: Exchange, status: number, value: unknown): void {
  sendText(exchange, status, JSON.stringify(value), 'application/json; charset=utf-8');
}

export function sendText(exchange: Exchange, status: number, text: string, type: string): void {
  sendBody(exchange, status, Buffer.from(text), type);
}

export function sendBody(exchange: Exchange, status: number, body: Uint8Array, type: string): void {
  const { res, method } = exchange;
  if (res.headersSent || res.destroyed) return;
  res.writeHead(status, {
    'content-type': type,
    'content-length': body.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  res.end(method === 'HEAD' ? undefined : body);
}

/** The gateway's error shape. */
export function sendError(exchange: Exchange, status: number, code: string, message: string): void {
  sendJson(exchange, status, { code, message, requestId: exchange.requestId });
}
