import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Exchange, type Mount, sendText } from '../http/exchange.ts';

export interface HostingOptions {
  dir: string;
  /** Generated files, by path from the root (`/config.js`); they win over those on disk. */
  files?: Record<string, { body: string | Buffer; type: string }>;
  /** Headers of every answer, e.g. a content security policy. */
  headers?: Record<string, string>;
  /** The file to send where there is none, e.g. `/index.html` of a single-page application. */
  fallback?: (path: string) => string | undefined;
}

/** A file of a site. */
export interface Content {
  body: Buffer;
  type: string;
  etag: string;
  /** Another one when the file has changed. */
  stamp: string;
  /** As it was stored, and then perhaps empty; follows from the name when absent. */
  cacheControl?: string;
  encoded: Map<'br' | 'gzip', Promise<Buffer>>;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};
const COMPRESSIBLE = /^(text\/|application\/(json|xml|manifest\+json|wasm)|image\/svg)/;
/** Smaller files do not gain from compression. */
const COMPRESS_FROM = 1024;
/** Names that end in a hash of their content, as Vite and esbuild write them: `index-BxT3_k9a.js`, not `apple-touch-icon.png`. */
const HASHED = /[-.](?=[a-z_-]*[A-Z0-9])[A-Za-z0-9_-]{8}\.[a-z0-9]+$/;
const CACHE_BYTES = 64 * 1024 * 1024;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Where the files of a site come from. */
export interface Site {
  /** @param name begins with a slash */
  find(name: string): Promise<Content | undefined>;
  headers?: Record<string, string> | undefined;
  fallback?: ((path: string) => string | undefined) | undefined;
}

/** Serves a folder of static files at `/`, as the platform's static hosting does. */
export function hostingMount(options: HostingOptions): Mount {
  const cache = new Map<string, Content>();
  let cachedBytes = 0;
  const generated = new Map(
    Object.entries(options.files ?? {}).map(([name, { body, type }]) => [
      name,
      newContent(Buffer.from(body), type, 'generated'),
    ]),
  );

  const find = async (name: string): Promise<Content | undefined> => {
    const known = generated.get(name);
    if (known) return known;
    const root = await realpath(options.dir).catch(() => undefined);
    if (root === undefined) return undefined;
    // A link inside the folder must not lead outside.
    const file = await realpath(path.join(root, name)).catch(() => undefined);
    if (file === undefined || !file.startsWith(root + path.sep)) return undefined;
    const info = await stat(file);
    if (!info.isFile()) return undefined;
    const stamp = `${info.mtimeMs}:${info.size}`;
    const held = cache.get(file);
    if (held?.stamp === stamp) return held;
    const type = TYPES[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
    const content = newContent(await readFile(file), type, stamp);
    cachedBytes += content.body.length - (held?.body.length ?? 0);
    if (cachedBytes > CACHE_BYTES) {
      cache.clear();
      cachedBytes = content.body.length;
    }
    cache.set(file, content);
    return content;
  };

  return siteMount({ find, headers: options.headers, fallback: options.fallback });
}

/** Answers everything else from a site, compressed where that is worth it. */
export function siteMount(site: Site): Mount {
  return {
    prefix: '/',
    async handle(exchange) {
      const { find, headers = {}, fallback } = site;
      for (const [name, value] of Object.entries(headers)) exchange.res.setHeader(name, value);
      if (exchange.method !== 'GET' && exchange.method !== 'HEAD')
        return sendText(exchange, 405, 'Method Not Allowed', 'text/plain; charset=utf-8');
      const asked = exchange.path.endsWith('/') ? `${exchange.path}index.html` : exchange.path;
      const content = await find(asked);
      if (content) return send(exchange, content, HASHED.test(asked));
      const other = fallback?.(exchange.path);
      const instead = other === undefined ? undefined : await find(other);
      if (!instead) return sendText(exchange, 404, 'Not Found', 'text/plain; charset=utf-8');
      await send(exchange, instead, false);
    },
  };
}

export function newContent(body: Buffer, type: string, stamp: string): Content {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { body, type, etag, stamp, encoded: new Map() };
}

async function send(
  { req, res, method }: Exchange,
  content: Content,
  hashed: boolean,
): Promise<void> {
  res.setHeader('etag', content.etag);
  res.setHeader('x-content-type-options', 'nosniff');
  // A year for names that change with their content; anything else is asked for again each time.
  const usual = hashed ? 'public, max-age=31536000, immutable' : 'no-cache';
  const cacheControl = content.cacheControl ?? usual;
  if (cacheControl !== '') res.setHeader('cache-control', cacheControl);
  res.setHeader('vary', 'Origin, Accept-Encoding');
  if (req.headers['if-none-match']?.includes(content.etag)) {
    res.writeHead(304).end();
    return;
  }
  const accepted = String(req.headers['accept-encoding'] ?? '');
  const worthIt = COMPRESSIBLE.test(content.type) && content.body.length >= COMPRESS_FROM;
  const encoding = !worthIt
    ? undefined
    : /\bbr\b/.test(accepted)
      ? 'br'
      : /\bgzip\b/.test(accepted)
        ? 'gzip'
        : undefined;
  const body = encoding ? await encodedBody(content, encoding) : content.body;
  if (encoding) res.setHeader('content-encoding', encoding);
  res.writeHead(200, { 'content-type': content.type, 'content-length': body.length });
  res.end(method === 'HEAD' ? undefined : body);
}

function encodedBody(content: Content, encoding: 'br' | 'gzip'): Promise<Buffer> {
  const known = content.encoded.get(encoding);
  if (known) return known;
  const work =
    encoding === 'gzip'
      ? zip(content.body)
      : // Quality 5: near the best size at a tenth of the time of the default 11.
        brotli(content.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  content.encoded.set(encoding, work);
  return work;
}
