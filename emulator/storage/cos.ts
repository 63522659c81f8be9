import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BODY_LIMIT, readBody } from '../http/body.ts';
import { type Exchange, type Mount, sendText } from '../http/exchange.ts';
import type { Inject } from '../seams/inject.ts';
import { PlatformError } from '../types.ts';
import { isShownInline } from './contentType.ts';
import { applyCors, type CorsRule } from './cors.ts';
import { isKey } from './keys.ts';
import { findStyled, type Found, isPublic, type Storage } from './storage.ts';

const PREFIX = '/cos/';
/** Longest a browser keeps a picture without asking again, in seconds; never beyond the address's own life. */
const FRESH = 600;

/**
 * `/cos/<key>`: the bytes. Errors are the XML of the object store, which the server SDK parses.
 * @param cors the bucket's rules for pages of other origins; absent where it has none of its own
 */
export function cosMount(storage: Storage, inject: Inject, cors?: () => CorsRule[]): Mount {
  const handlers: Record<string, (exchange: Exchange) => Promise<void>> = {
    PUT: exchange => upload(storage, exchange),
    POST: exchange => uploadForm(storage, exchange),
    GET: exchange => download(storage, exchange),
    HEAD: exchange => download(storage, exchange),
  };
  return {
    prefix: PREFIX,
    ...(cors && {
      crossOrigin: exchange => {
        try {
          return applyCors(exchange.req, exchange.res, cors());
        } catch (error) {
          if (!(error instanceof PlatformError)) throw error;
          sendXmlError(exchange, error);
          return true;
        }
      },
    }),
    async handle(exchange) {
      try {
        const handler = handlers[exchange.method];
        if (!handler) throw new PlatformError('MethodNotAllowed', 'method not allowed', 405);
        const writes = exchange.method === 'PUT' || exchange.method === 'POST';
        const after = await inject.meet([writes ? 'storage.putObject' : 'storage.getObject']);
        await handler(exchange);
        await after();
      } catch (error) {
        const known = isDiskFull(error)
          ? new PlatformError('InsufficientStorage', 'the disk is full', 507)
          : error;
        if (!(known instanceof PlatformError)) throw error;
        if (!exchange.req.complete) exchange.res.setHeader('connection', 'close');
        sendXmlError(exchange, known);
      }
    },
  };
}

/**
 * The key as the address names it. The SDKs percent-encode an address once or twice, so the reading that the
 * signature fits is the right one; without any fit, the plain reading.
 */
function readKey<T>(
  { path }: Exchange,
  check: (key: string) => T | null,
): { key: string; fit: T | null } {
  const once = path.slice(PREFIX.length);
  const readings = [once];
  try {
    readings.push(decodeURIComponent(once));
  } catch {
    // A key may hold a bare percent sign.
  }
  for (const key of readings.filter(isKey)) {
    const fit = check(key);
    if (fit !== null) return { key, fit };
  }
  return { key: once, fit: null };
}

const wrongSignature = () =>
  new PlatformError('SignatureDoesNotMatch', 'the signature is missing, wrong or expired', 403);

async function upload(storage: Storage, exchange: Exchange): Promise<void> {
  const { req } = exchange;
  const authorization = req.headers.authorization ?? '';
  const { key, fit } = readKey(exchange, candidate =>
    storage.signatures.checkUpload(authorization, candidate),
  );
  if (!fit) throw wrongSignature();
  if (Number(req.headers['content-length'] ?? 0) > BODY_LIMIT)
    throw new PlatformError('EntityTooLarge', `more than ${BODY_LIMIT} bytes`, 413);
  const { etag } = await store(storage, key, req as AsyncIterable<Buffer>, {
    ...fit,
    type: req.headers['content-type'],
  });
  exchange.res.writeHead(200, { etag, 'content-length': 0 }).end();
}

/** Form upload of browsers: the key and the signature are fields. */
async function uploadForm(storage: Storage, exchange: Exchange): Promise<void> {
  const type = exchange.req.headers['content-type'] ?? '';
  const body = await readBody(exchange.req);
  const form = await new Response(body, { headers: { 'content-type': type } })
    .formData()
    .catch(() => null);
  const [key, signature, file] = [form?.get('key'), form?.get('signature'), form?.get('file')];
  if (!isKey(key) || typeof signature !== 'string' || !(file instanceof Blob))
    throw new PlatformError('MalformedPOSTRequest', 'key, signature and file are required', 400);
  const grant = storage.signatures.checkUpload(signature, key);
  if (!grant) throw wrongSignature();
  const content = Buffer.from(await file.arrayBuffer());
  const { etag } = await store(storage, key, Readable.from([content]), {
    ...grant,
    type: file.type || undefined,
  });
  const status = form?.get('success_action_status') === '201' ? 201 : 204;
  exchange.res.writeHead(status, { etag, 'content-length': 0 }).end();
}

async function store(
  storage: Storage,
  key: string,
  body: AsyncIterable<Buffer>,
  options: { owner: string | null; length: number | null; type?: string },
) {
  const before = storage.files.find(key);
  // The permission was checked when the upload was announced; another user may have stored the file since.
  if (before && options.owner !== null && before.owner !== options.owner)
    throw new PlatformError('AccessDenied', 'the file belongs to someone else', 403);
  const file = await storage.files.put(key, body, { ...options, limit: BODY_LIMIT });
  if (before) await storage.styles.forget(before.content);
  return file;
}

async function download(storage: Storage, exchange: Exchange): Promise<void> {
  const { query } = exchange;
  const { key, fit } = readKey(exchange, candidate =>
    storage.signatures.checkDownload(query, candidate),
  );
  if (fit === null && !(isPublic(storage) && !query.has('sign'))) throw wrongSignature();
  const found = findStyled(storage, key);
  if (!found) throw new PlatformError('NoSuchKey', 'the file does not exist', 404);
  await send(storage, exchange, found, Math.min(fit ?? FRESH, FRESH));
}

async function send(storage: Storage, exchange: Exchange, { file, style }: Found, fresh: number) {
  const { req, res, method } = exchange;
  const source = storage.files.pathOf(file);
  if (style !== null && !storage.styles.has(style))
    throw new PlatformError('StyleNotFound', 'there is no such image style', 404);
  const plain = style === null || storage.styles.isPlain(style);
  const rendered = plain ? null : await storage.styles.render(file.content, source, style);
  const shown = rendered?.file ?? source;
  const type = rendered?.type ?? file.type;
  const etag = rendered ? `"${file.etag.slice(1, -1)}-${style}"` : file.etag;
  const size = rendered ? (await stat(shown)).size : file.size;

  res.setHeader('etag', etag);
  res.setHeader('cache-control', `private, max-age=${fresh}`);
  res.setHeader('last-modified', new Date(file.updatedAt).toUTCString());
  res.setHeader('accept-ranges', 'bytes');
  // Uploads are untrusted: never sniffed, never run, and displayed only when they are pictures.
  res.setHeader('x-content-type-options', 'nosniff');
  res.setHeader('content-security-policy', "default-src 'none'; sandbox");
  res.setHeader('cross-origin-resource-policy', 'cross-origin');
  res.setHeader('content-disposition', isShownInline(type) ? 'inline' : 'attachment');
  res.setHeader('content-type', type);
  if (req.headers['if-none-match']?.includes(etag)) return void res.writeHead(304).end();

  const range = readRange(req.headers.range, size);
  if (range === 'unsatisfiable') {
    res.setHeader('content-range', `bytes */${size}`);
    throw new PlatformError('InvalidRange', 'the range is not within the file', 416);
  }
  const { from, to } = range ?? { from: 0, to: size - 1 };
  if (range) res.setHeader('content-range', `bytes ${from}-${to}/${size}`);
  res.writeHead(range ? 206 : 200, { 'content-length': to - from + 1 });
  if (method === 'HEAD' || size === 0) return void res.end();
  // The receiver may disconnect at any time.
  await pipeline(createReadStream(shown, { start: from, end: to }), res).catch(() => res.destroy());
}

function readRange(header: string | undefined, size: number) {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!parts || (parts[1] === '' && parts[2] === '')) return null;
  const [, first, last] = parts;
  const from = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return from > to || from >= size ? ('unsatisfiable' as const) : { from, to };
}

function isDiskFull(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL';
}

function sendXmlError(exchange: Exchange, { code, message, status }: PlatformError): void {
  const escape = (text: string) => text.replace(/[<>&]/g, found => `&#${found.charCodeAt(0)};`);
  const { res, requestId } = exchange;
  res.removeHeader('content-type');
  // The server SDK reads all four elements (docs/cloudbase-wire.md#files).
  sendText(
    exchange,
    status,
    `<?xml version='1.0' encoding='utf-8' ?>\n<Error><Code>${escape(code)}</Code><Message>${escape(message)}</Message>` +
      `<RequestId>${requestId}</RequestId><TraceId>${requestId}</TraceId></Error>`,
    'application/xml; charset=utf-8',
  );
}
