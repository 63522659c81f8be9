import type { IncomingMessage, ServerResponse } from 'node:http';
import { PlatformError } from '../types.ts';

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;

/** Calls of management keep the name of the cloud's host, which is the first part of their path too. */
export const MANAGEMENT_PREFIX = '/__management';
const CLOUD_HOST = /\.(tencentcloudapi\.com|myqcloud\.com|tencentcos\.cn)$/;

/**
 * Only loopback host names are answered: otherwise a web page that rebinds its own name to 127.0.0.1 could read
 * everything here. The port is not compared, because of development proxies and mapped ports.
 */
export function checkHost(req: IncomingMessage, { path }: { path: string }): void {
  const host = req.headers.host ?? '';
  const isManagement = CLOUD_HOST.test(host) && path.startsWith(`${MANAGEMENT_PREFIX}/${host}/`);
  if (!LOOPBACK.test(host) && !isManagement)
    throw new PlatformError('INVALID_HOST', 'this host is not served', 403);
}

/** Loopback pages on any port, the page's own origin and `allowed`; everything else is refused. */
export function checkOrigin(req: IncomingMessage, allowed: string[]): void {
  const origin = req.headers.origin;
  if (origin === undefined) return;
  const host = /^https?:\/\/(.+)$/.exec(origin)?.[1] ?? '';
  if (LOOPBACK.test(host) || allowed.includes(origin)) return;
  throw new PlatformError('INVALID_HOST', 'this origin is not on the list of allowed domains', 403);
}

/** Set on every answer, errors included; a `*` would not cover `authorization` (docs/cloudbase-wire.md#addresses). */
export function setCors(req: IncomingMessage, res: ServerResponse): void {
  const origin = req.headers.origin;
  res.setHeader('vary', 'Origin');
  if (origin === undefined) return;
  res.setHeader('access-control-allow-origin', origin);
  res.setHeader('access-control-expose-headers', 'etag, x-request-id, x-tcb-trace');
  if (req.method !== 'OPTIONS') return;
  res.setHeader('access-control-allow-methods', 'GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS');
  const asked = req.headers['access-control-request-headers'];
  if (asked !== undefined) res.setHeader('access-control-allow-headers', asked);
  res.setHeader('access-control-max-age', '7200');
}
