import type { IncomingMessage, ServerResponse } from 'node:http';
import { PlatformError } from '../types.ts';

/** A rule of a bucket for pages of other origins. */
export interface CorsRule {
  /** With one `*` at most. */
  origins: string[];
  methods: string[];
  headers: string[];
  exposed: string[];
  maxAge: string | undefined;
}

/**
 * As object storage answers pages of other origins: a preflight that no rule fits is refused, another request is
 * answered without the headers that a browser needs to hand the answer on.
 * @returns whether it was a preflight, which is answered with this
 * @throws PlatformError 403
 */
export function applyCors(req: IncomingMessage, res: ServerResponse, rules: CorsRule[]): boolean {
  for (const name of res.getHeaderNames())
    if (name.startsWith('access-control-')) res.removeHeader(name);
  const origin = req.headers.origin;
  const isPreflight = req.method === 'OPTIONS';
  if (origin === undefined) {
    if (isPreflight)
      throw new PlatformError('BadRequest', 'Insufficient information. Origin is needed.', 400);
    return false;
  }
  const asked = req.headers['access-control-request-method'] ?? '';
  const method = isPreflight ? asked : (req.method ?? '');
  const headers = isPreflight ? listOf(req.headers['access-control-request-headers']) : [];
  const rule = rules.find(
    one =>
      one.origins.some(pattern => fits(pattern, origin)) &&
      one.methods.includes(method) &&
      headers.every(name => one.headers.some(pattern => fits(pattern.toLowerCase(), name))),
  );
  if (!rule) {
    if (!isPreflight) return false;
    throw new PlatformError(
      'AccessForbidden',
      'CORSResponse: This CORS request is not allowed.',
      403,
    );
  }
  res.setHeader('access-control-allow-origin', rule.origins.includes('*') ? '*' : origin);
  res.setHeader('access-control-allow-methods', rule.methods.join(','));
  if (rule.exposed.length > 0)
    res.setHeader('access-control-expose-headers', rule.exposed.join(','));
  if (!isPreflight) return false;
  if (headers.length > 0) res.setHeader('access-control-allow-headers', headers.join(','));
  if (rule.maxAge !== undefined) res.setHeader('access-control-max-age', rule.maxAge);
  res.writeHead(200, { 'content-length': 0 }).end();
  return true;
}

const listOf = (header: string | undefined) =>
  (header ?? '')
    .split(',')
    .map(name => name.trim().toLowerCase())
    .filter(Boolean);

function fits(pattern: string, value: string): boolean {
  const [start = '', end] = pattern.split('*');
  if (end === undefined) return pattern === value;
  return (
    value.length >= start.length + end.length && value.startsWith(start) && value.endsWith(end)
  );
}
