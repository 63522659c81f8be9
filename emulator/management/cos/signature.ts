import { createHash, createHmac } from 'node:crypto';
import type { SecretKeyPair } from '../../admin/signature.ts';
import { sameText } from '../../auth/credentials.ts';
import type { Exchange } from '../../http/exchange.ts';
import { type Clock, PlatformError } from '../../types.ts';

/**
 * Checks the signature of a request to object storage (`q-sign-algorithm=sha1`), in its header or its address.
 * @param key the object's name, not encoded; empty for the bucket itself
 * @throws PlatformError with the codes of object storage
 */
export function checkCosSignature(
  { req, query }: Pick<Exchange, 'req' | 'query'>,
  key: string,
  keys: SecretKeyPair,
  clock: Clock,
): void {
  const refuse = (code: string, message: string) => new PlatformError(code, message, 403);
  const fields = req.headers.authorization
    ? readFields(req.headers.authorization)
    : Object.fromEntries(query);
  if (fields['q-sign-algorithm'] !== 'sha1') throw refuse('AccessDenied', 'Access Denied.');
  if (!sameText(fields['q-ak'] ?? '', keys.secretId))
    throw refuse(
      'InvalidAccessKeyId',
      'The Access Key Id you provided does not exist in our records.',
    );
  const time = fields['q-sign-time'] ?? '';
  const [from = NaN, to = NaN] = time.split(';').map(Number);
  const isNow = [clock.now(), Date.now()].some(
    now => now / 1000 >= from - SKEW && now / 1000 <= to,
  );
  if (!isNow) throw refuse('AccessDenied', 'Request has expired');
  const canonical = [
    (req.method ?? '').toLowerCase(),
    `/${key}`,
    joined(fields['q-url-param-list'] ?? '', name => parameterOf(query, name)),
    joined(fields['q-header-list'] ?? '', name => String(req.headers[name] ?? '')),
    '',
  ].join('\n');
  const digest = createHash('sha1').update(canonical).digest('hex');
  const signKey = hmac(fields['q-key-time'] ?? '', keys.secretKey);
  const expected = hmac(`sha1\n${time}\n${digest}\n`, signKey);
  if (!sameText(fields['q-signature'] ?? '', expected))
    throw refuse(
      'SignatureDoesNotMatch',
      'The Signature you specified is invalid. The calculated signature does not match your provided signature.',
    );
}

/** Seconds by which the clock of the signer may be ahead. */
const SKEW = 900;

const hmac = (text: string, key: string) => createHmac('sha1', key).update(text).digest('hex');

const readFields = (authorization: string): Record<string, string> =>
  Object.fromEntries(
    authorization.split('&').map(part => {
      const cut = part.indexOf('=');
      return [part.slice(0, cut), part.slice(cut + 1)];
    }),
  );

/** Names are signed in lower case. */
function parameterOf(query: URLSearchParams, name: string): string {
  for (const [key, value] of query) if (encode(key).toLowerCase() === name) return value;
  return '';
}

const joined = (names: string, valueOf: (name: string) => string): string =>
  names === ''
    ? ''
    : names
        .split(';')
        .map(name => `${name}=${encode(valueOf(name))}`)
        .join('&');

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
