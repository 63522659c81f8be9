import type { SecretKeyPair } from '../../admin/signature.ts';
import { sameText } from '../../auth/credentials.ts';
import { readBody } from '../../http/body.ts';
import { type Exchange, sendText } from '../../http/exchange.ts';
import type { Inject } from '../../seams/inject.ts';
import { type Clock, PlatformError } from '../../types.ts';
import { checkAllowed, type Conditions } from '../conditions.ts';
import { checkQSignature } from '../qSignature.ts';
import type { Records } from '../records.ts';
import type { Bucket, StoredObject } from './bucket.ts';
import {
  type Call,
  type CosCall,
  type Reply,
  type Operation,
  type Operations,
  xml,
} from './call.ts';
import { createMultipart, type Multipart } from './multipart.ts';
import { objectOperations } from './objects.ts';
import { xmlDocument, textsOf } from './xml.ts';

const MAX_KEYS = 1000;

/**
 * What can be done with a bucket: its list of objects, several of them at once, its settings.
 * @param settings CORS rules and website of each bucket, as XML
 */
function bucketOperations(settings: Records<string>, multipart: Multipart): Operations {
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

  return {
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
}

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
}

const HOST = /^(.+-\d+)\.cos\.([a-z0-9-]+)\.(?:myqcloud\.com|tencentcos\.cn)$/;

export const isCosHost = (host: string): boolean => HOST.test(host);

/** Object storage, as far as a deployment uses it. Errors are XML. */
export function createCos(options: CosOptions): (call: CosCall) => Promise<void> {
  const { clock, conditions } = options;
  const multipart = createMultipart();

  const inBucket = bucketOperations(options.settings, multipart);
  const inObject = objectOperations({
    clock,
    multipart,
    bucketAt: host => options.bucketNamed(HOST.exec(host)?.[1] ?? ''),
  });

  const operationOf = ({ exchange: { method }, key, query }: Call) => {
    const table = key === '' ? inBucket : inObject;
    const named = Object.keys(table).find(name => {
      const [verb, parameter] = name.split(' ');
      return verb === method && parameter !== undefined && query.has(parameter);
    });
    const operation = table[named ?? method];
    if (operation) return operation;
    throw new PlatformError('MethodNotAllowed', 'The method is not allowed here.', 405);
  };

  const perform = async ({ exchange, host, key }: CosCall): Promise<Reply> => {
    const [, bucketName = '', region = ''] = HOST.exec(host)!;
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
    const call = { exchange, host, key, bucketName, bucket, query, body };
    const [permission, run] = operationOf(call);
    checkCosAllowed(conditions, permission);
    const after = await options.inject.meet([`cos.${permission}`, 'management']);
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
