import type { SecretKeyPair } from '../../admin/signature.ts';
import { sameText } from '../../auth/credentials.ts';
import { readBody } from '../../http/body.ts';
import { type Exchange, sendText } from '../../http/exchange.ts';
import type { Inject } from '../../seams/inject.ts';
import { type Clock, PlatformError } from '../../types.ts';
import { checkAllowed, type Conditions } from '../conditions.ts';
import { checkQSignature } from '../qSignature.ts';
import type { Records } from '../records.ts';
import type { Bucket } from './bucket.ts';
import { bucketOperations } from './buckets.ts';
import type { Call, CosCall, Reply } from './call.ts';
import { createMultipart } from './multipart.ts';
import { objectOperations } from './objects.ts';
import { xmlDocument } from './xml.ts';

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
