import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { SecretKeyPair } from '../admin/signature.ts';
import { sameText } from '../auth/credentials.ts';
import { type Clock, PlatformError } from '../types.ts';

/** Seconds a signature is valid, before and after its time. */
const TOLERANCE = 300;
const FORMAT =
  /^TC3-HMAC-SHA256 Credential=([^/,\s]+)\/(\d{4}-\d{2}-\d{2})\/([a-z]+)\/tc3_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

export interface SignedRequest {
  req: IncomingMessage;
  /** The name that was signed; its first label is the service. */
  host: string;
  /** Path with the query, as sent to that host. */
  target: string;
  body: Buffer;
}

/**
 * Checks the TC3 signature of a call to the management API, as documented: content type and host are signed, and the body
 * as it was sent.
 * @throws PlatformError with the documented `AuthFailure` codes
 */
export function checkTc3(
  { req, host, target, body }: SignedRequest,
  keys: SecretKeyPair,
  clock: Clock,
): void {
  const parts = FORMAT.exec(req.headers.authorization ?? '');
  if (!parts)
    throw new PlatformError(
      'AuthFailure.InvalidAuthorization',
      'Authorization in the request header is invalid.',
    );
  const [, secretId = '', date = '', service = '', names = '', signature = ''] = parts;
  if (!sameText(secretId, keys.secretId))
    throw new PlatformError(
      'AuthFailure.SecretIdNotFound',
      'The SecretId is not found, please ensure that your SecretId is correct.',
    );
  const timestamp = Number(req.headers['x-tc-timestamp']);
  // Tests move the emulator's clock, but not that of the process that signs.
  const skew = Math.min(...[clock.now(), Date.now()].map(now => Math.abs(now / 1000 - timestamp)));
  if (!(skew <= TOLERANCE))
    throw new PlatformError(
      'AuthFailure.SignatureExpire',
      `Signature expired, timestamp is '${timestamp}', which exceeds 5 minutes from server time '${Math.floor(clock.now() / 1000)}'.`,
    );
  const signed = names.split(';');
  const canonical = [
    req.method ?? '',
    ...splitTarget(target),
    signed.map(name => `${name}:${headerOf(req, name)}\n`).join(''),
    names,
    sha256(body),
  ].join('\n');
  const scope = `${date}/${service}/tc3_request`;
  const toSign = `TC3-HMAC-SHA256\n${timestamp}\n${scope}\n${sha256(canonical)}`;
  const key = hmac('tc3_request', hmac(service, hmac(date, `TC3${keys.secretKey}`)));
  const fits =
    service === host.split('.')[0] &&
    date === new Date(timestamp * 1000).toISOString().slice(0, 10) &&
    signed.includes('host') &&
    signed.includes('content-type') &&
    sameText(signature, hmac(toSign, key).toString('hex'));
  if (!fits)
    throw new PlatformError(
      'AuthFailure.SignatureFailure',
      'The provided credentials could not be validated. Please check your signature is correct.',
    );
}

function splitTarget(target: string): [path: string, query: string] {
  const cut = target.indexOf('?');
  return cut < 0 ? [target, ''] : [target.slice(0, cut), target.slice(cut + 1)];
}

const headerOf = (req: IncomingMessage, name: string) =>
  String(req.headers[name] ?? '')
    .trim()
    .toLowerCase();

const hmac = (text: string, key: string | Buffer) =>
  createHmac('sha256', key).update(text).digest();

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
