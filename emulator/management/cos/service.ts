import type { SecretKeyPair } from '../../admin/signature.ts';
import { sameText } from '../../auth/credentials.ts';
import { readBody } from '../../http/body.ts';
import { type Exchange, sendText } from '../../http/exchange.ts';
import type { Inject } from '../../seams/inject.ts';
import { type Clock, type ImageStyleConfig, PlatformError } from '../../types.ts';
import { checkAllowed, type Conditions } from '../conditions.ts';
import { checkQSignature } from '../qSignature.ts';
import type { Records } from '../records.ts';
import type { Bucket, StoredObject } from './bucket.ts';
import { createMultipart } from './multipart.ts';
import { readStyleBody } from './styleBody.ts';
import { textsOf, xmlDocument } from './xml.ts';

export interface CosOptions {
  region: string;
  keys: SecretKeyPair;
  clock: Clock;
  conditions: Conditions;
  inject: Inject;
  /** A bucket by its name with the account's id; undefined when there is none. */
  bucketNamed(name: string): Bucket | undefined;
  /** For a bucket of the platform's own: the one authorization that it accepts for this object. */
  ticketFor(bucket: string, key: string): string | undefined;
  /** CORS rules and website of each bucket, as XML. */
  settings: Records<string>;
  /** The texts of the image styles, and what the platform makes of them. */
  styles: Records<string>;
  imageStyles: Record<string, ImageStyleConfig>;
}

export interface CosCall {
  exchange: Exchange;
  host: string;
  /** Not encoded, without the leading slash; empty for the bucket. */
  key: string;
}

interface Call extends CosCall {
  bucketName: string;
  bucket: Bucket;
  query: URLSearchParams;
  body: Buffer;
}

interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

type Operation = [permission: string, run: (call: Call) => Reply | Promise<Reply>];

const HOST = /^(.+-\d+)\.(cos|pic|ci)\.([a-z0-9-]+)\.(?:myqcloud\.com|tencentcos\.cn)$/;
const MAX_KEYS = 1000;
const KEPT_HEADERS =
  /^(content-type|cache-control|content-disposition|content-encoding|x-cos-meta-.+)$/;
const STYLES = 50;

export const isCosHost = (host: string): boolean => HOST.test(host);

/** Object storage, as far as a deployment uses it. Errors are XML. */
export function createCos(options: CosOptions): (call: CosCall) => Promise<void> {
  const { clock, conditions, settings, styles } = options;
  const multipart = createMultipart();
  for (const [name, text] of styles.all()) options.imageStyles[name] = readStyleBody(text);

  const found = ({ bucket, key }: Call): StoredObject => {
    const object = bucket.find(key);
    if (object) return object;
    throw new PlatformError('NoSuchKey', 'The specified key does not exist.', 404);
  };

  const putObject = async (call: Call): Promise<Reply> => {
    const source = call.exchange.req.headers['x-cos-copy-source'];
    if (typeof source === 'string') return copyObject(call, source);
    const { etag } = await call.bucket.put(call.key, call.body, headersOf(call.exchange));
    return { headers: { etag } };
  };

  const copyObject = async (call: Call, source: string): Promise<Reply> => {
    const [host = '', ...rest] = source.split('/');
    const name = HOST.exec(host)?.[1] ?? '';
    const key = decodeURIComponent(rest.join('/'));
    const from = options.bucketNamed(name);
    const object = from?.find(key);
    if (!from || !object)
      throw new PlatformError('NoSuchKey', 'The specified key does not exist.', 404);
    const isReplaced = call.exchange.req.headers['x-cos-metadata-directive'] === 'Replaced';
    const headers = isReplaced ? headersOf(call.exchange) : object.headers;
    const { etag, updatedAt } = await call.bucket.put(call.key, await from.read(key), headers);
    return xml('CopyObjectResult', { ETag: etag, LastModified: new Date(updatedAt).toISOString() });
  };

  const getObject = async (call: Call): Promise<Reply> => {
    const object = found(call);
    return { headers: headersFor(object), body: await call.bucket.read(call.key) };
  };

  const listObjects = ({ bucket, bucketName, query }: Call): Reply => {
    const prefix = query.get('prefix') ?? '';
    const marker = query.get('marker') ?? '';
    const delimiter = query.get('delimiter') ?? '';
    const most = Math.min(Number(query.get('max-keys') || MAX_KEYS), MAX_KEYS);
    const objects: StoredObject[] = [];
    const folders = new Set<string>();
    let last = '';
    let isTruncated = false;
    // Folders stand for any number of objects.
    const enough = delimiter === '' ? most + 1 : Number.MAX_SAFE_INTEGER;
    for (const object of bucket.list(prefix, marker, enough)) {
      const cut = delimiter === '' ? -1 : object.key.indexOf(delimiter, prefix.length);
      const folder = cut < 0 ? undefined : object.key.slice(0, cut + delimiter.length);
      if (folder !== undefined && folders.has(folder)) continue;
      if (objects.length + folders.size === most) {
        isTruncated = true;
        break;
      }
      if (folder === undefined) objects.push(object);
      else folders.add(folder);
      last = object.key;
    }
    return xml('ListBucketResult', {
      Name: bucketName,
      Prefix: prefix,
      Marker: marker,
      MaxKeys: most,
      IsTruncated: isTruncated,
      NextMarker: isTruncated ? last : undefined,
      Contents: objects.map(({ key, size, etag, updatedAt }) => ({
        Key: key,
        LastModified: new Date(updatedAt).toISOString(),
        ETag: etag,
        Size: size,
        StorageClass: 'STANDARD',
      })),
      CommonPrefixes: [...folders].map(Prefix => ({ Prefix })),
    });
  };

  const deleteObjects = async ({ bucket, body }: Call): Promise<Reply> => {
    const keys = textsOf(body.toString('utf8'), 'Key');
    if (keys.length === 0) throw new PlatformError('MalformedXML', 'The XML is not valid.');
    for (const key of keys) await bucket.remove(key.replace(/^\//, ''));
    return xml('DeleteResult', { Deleted: keys.map(Key => ({ Key })) });
  };

  const setting = (name: string, missing: string): Record<'PUT' | 'GET' | 'DELETE', Operation> => ({
    PUT: [
      `PutBucket${missing}`,
      ({ bucketName, body }) => {
        settings.put(`${name} ${bucketName}`, body.toString('utf8'));
        return {};
      },
    ],
    GET: [
      `GetBucket${missing}`,
      ({ bucketName }) => {
        const text = settings.get(`${name} ${bucketName}`);
        if (text !== undefined) return { body: text };
        throw new PlatformError(`NoSuch${missing}Configuration`, 'There is none.', 404);
      },
    ],
    DELETE: [
      `DeleteBucket${missing}`,
      ({ bucketName }) => {
        settings.remove(`${name} ${bucketName}`);
        return { status: 204 };
      },
    ],
  });
  const cors = setting('cors', 'CORS');
  const website = setting('website', 'Website');

  const styleNameIn = ({ body }: Call) => textsOf(body.toString('utf8'), 'StyleName')[0];

  const putStyle = (call: Call): Reply => {
    const name = styleNameIn(call);
    const [text] = textsOf(call.body.toString('utf8'), 'StyleBody');
    if (!name || !/^[a-zA-Z0-9_-]{1,64}$/.test(name) || text === undefined)
      throw new PlatformError('InvalidArgument', 'The style is not valid.');
    if (styles.get(name) === undefined && styles.all().length >= STYLES)
      throw new PlatformError('StyleNumExceed', 'Too many styles.');
    options.imageStyles[name] = readStyleBody(text);
    styles.put(name, text);
    return {};
  };

  const getStyles = (call: Call): Reply => {
    const name = styleNameIn(call);
    const asked = styles.all().filter(([each]) => name === undefined || each === name);
    if (name !== undefined && asked.length === 0)
      throw new PlatformError('StyleNotFound', 'There is no such style.', 404);
    return xml('StyleList', {
      StyleRule: asked.map(([StyleName, StyleBody]) => ({ StyleName, StyleBody })),
    });
  };

  const deleteStyle = (call: Call): Reply => {
    const name = styleNameIn(call) ?? '';
    styles.remove(name);
    delete options.imageStyles[name];
    return {};
  };

  const uploadId = ({ query }: Call) => query.get('uploadId') ?? '';

  /** By method and by the parameter that names what of the bucket or object is meant. */
  const inBucket: Record<string, Operation> = {
    GET: ['GetBucket', listObjects],
    HEAD: ['HeadBucket', () => ({})],
    'PUT cors': cors.PUT,
    'GET cors': cors.GET,
    'DELETE cors': cors.DELETE,
    'PUT website': website.PUT,
    'GET website': website.GET,
    'DELETE website': website.DELETE,
    'POST delete': ['DeleteMultipleObjects', deleteObjects],
    'GET uploads': [
      'ListMultipartUploads',
      ({ bucketName, query }) =>
        xml('ListMultipartUploadsResult', {
          Bucket: bucketName,
          IsTruncated: false,
          Upload: multipart
            .list(bucketName, query.get('prefix') ?? '')
            .map(({ id, key, startedAt }) => ({
              Key: key,
              UploadId: id,
              StorageClass: 'STANDARD',
              Initiated: startedAt,
            })),
        }),
    ],
  };
  /** At the host of picture processing. */
  const inPictures: Record<string, Operation> = {
    'PUT style': ['PutBucketStyle', putStyle],
    'GET style': ['GetBucketStyle', getStyles],
    'DELETE style': ['DeleteBucketStyle', deleteStyle],
  };
  const inObject: Record<string, Operation> = {
    PUT: ['PutObject', putObject],
    GET: ['GetObject', getObject],
    HEAD: ['HeadObject', call => ({ headers: headersFor(found(call)), body: '' })],
    DELETE: [
      'DeleteObject',
      async ({ bucket, key }) => {
        await bucket.remove(key);
        return { status: 204 };
      },
    ],
    'POST uploads': [
      'InitiateMultipartUpload',
      ({ bucketName, key, exchange }) =>
        xml('InitiateMultipartUploadResult', {
          Bucket: bucketName,
          Key: key,
          UploadId: multipart.begin(bucketName, key, headersOf(exchange), clock.now()),
        }),
    ],
    'PUT uploadId': [
      'UploadPart',
      call => {
        const number = Number(call.query.get('partNumber'));
        if (!Number.isInteger(number) || number < 1 || number > 10_000)
          throw new PlatformError('InvalidArgument', 'PartNumber must be from 1 to 10000.');
        const etag = multipart.addPart(uploadId(call), call.key, number, call.body, clock.now());
        return { headers: { etag } };
      },
    ],
    'GET uploadId': [
      'ListParts',
      call =>
        xml('ListPartsResult', {
          Bucket: call.bucketName,
          Key: call.key,
          UploadId: uploadId(call),
          IsTruncated: false,
          Part: multipart.parts(uploadId(call), call.key).map(part => ({
            PartNumber: part.number,
            LastModified: part.at,
            ETag: part.etag,
            Size: part.size,
          })),
        }),
    ],
    'POST uploadId': [
      'CompleteMultipartUpload',
      async call => {
        const text = call.body.toString('utf8');
        const etags = textsOf(text, 'ETag');
        const wanted = textsOf(text, 'PartNumber').map((number, at) => ({
          number: Number(number),
          etag: etags[at] ?? '',
        }));
        const { body, headers, etag } = multipart.complete(uploadId(call), call.key, wanted);
        await call.bucket.put(call.key, body, headers);
        return xml('CompleteMultipartUploadResult', {
          Location: `${call.host}/${call.key}`,
          Bucket: call.bucketName,
          Key: call.key,
          ETag: etag,
        });
      },
    ],
    'DELETE uploadId': [
      'AbortMultipartUpload',
      call => {
        multipart.abort(uploadId(call), call.key);
        return { status: 204 };
      },
    ],
  };

  const operationOf = ({ exchange: { method }, key, query, domain }: Call & { domain: string }) => {
    const table = key !== '' ? inObject : domain === 'cos' ? inBucket : inPictures;
    const named = Object.keys(table).find(name => {
      const [verb, parameter] = name.split(' ');
      return verb === method && parameter !== undefined && query.has(parameter);
    });
    const operation = table[named ?? method];
    if (operation) return operation;
    throw new PlatformError('MethodNotAllowed', 'The method is not allowed here.', 405);
  };

  const perform = async ({ exchange, host, key }: CosCall): Promise<Reply> => {
    const [, bucketName = '', domain = '', region = ''] = HOST.exec(host)!;
    const bucket = region === options.region ? options.bucketNamed(bucketName) : undefined;
    const body = await readBody(exchange.req);
    if (!bucket)
      throw new PlatformError('NoSuchBucket', 'The specified bucket does not exist.', 404);
    const { query } = exchange;
    const ticket = options.ticketFor(bucketName, key === '' ? (query.get('prefix') ?? '') : key);
    const { authorization } = exchange.req.headers;
    if (ticket === undefined)
      checkQSignature(
        {
          method: exchange.method,
          path: `/${key}`,
          signature: authorization ?? query,
          parameters: query,
          header: name => String(exchange.req.headers[name] ?? ''),
        },
        options.keys,
        clock,
      );
    else if (!sameText(authorization ?? '', ticket))
      throw new PlatformError('SignatureDoesNotMatch', 'The signature is not valid.', 403);
    const call = { exchange, host, key, bucketName, bucket, query, body, domain };
    const [permission, run] = operationOf(call);
    checkCosAllowed(conditions, permission);
    const after = await options.inject.meet([`cos.${permission}`]);
    const reply = await run(call);
    await after();
    return reply;
  };

  return async call => {
    const { exchange } = call;
    exchange.res.setHeader('x-cos-request-id', exchange.requestId);
    try {
      send(exchange, await perform(call));
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const { code, message, status } = error;
      const RequestId = exchange.requestId;
      const body = xmlDocument('Error', { Code: code, Message: message, RequestId });
      sendText(exchange, status, body, 'application/xml');
    }
  };
}

function send(exchange: Exchange, { status = 200, headers = {}, body = '' }: Reply): void {
  const { res, method } = exchange;
  const bytes = Buffer.from(body as string);
  const length = headers['content-length'] ?? String(bytes.length);
  const type = typeof body === 'string' && body !== '' ? { 'content-type': 'application/xml' } : {};
  res.writeHead(status, {
    ...type,
    ...headers,
    ...(status !== 204 && { 'content-length': length }),
  });
  res.end(method === 'HEAD' ? undefined : bytes);
}

function checkCosAllowed(conditions: Conditions, permission: string): void {
  try {
    checkAllowed(conditions, `cos:${permission}`);
  } catch {
    throw new PlatformError('AccessDenied', 'Access Denied.', 403);
  }
}

const xml = (name: string, value: Parameters<typeof xmlDocument>[1]): Reply => ({
  body: xmlDocument(name, value),
});

/** What is kept with an object. */
function headersOf({ req }: Exchange): Record<string, string> {
  const kept = Object.entries(req.headers).filter(
    ([name, value]) => KEPT_HEADERS.test(name) && typeof value === 'string' && value !== '',
  ) as [string, string][];
  return { 'content-type': 'application/octet-stream', ...Object.fromEntries(kept) };
}

const headersFor = ({ headers, etag, size, updatedAt }: StoredObject): Record<string, string> => ({
  ...headers,
  etag,
  'content-length': String(size),
  'last-modified': new Date(updatedAt).toUTCString(),
});
