import { createHash, createHmac } from 'node:crypto';
import type { SecretKeyPair } from '../admin/signature.ts';
import { sameText } from '../auth/credentials.ts';
import { type Clock, PlatformError } from '../types.ts';

/** A request as it was signed. */
export interface QSigned {
  method: string;
  /** Not encoded. */
  path: string;
  /** The `q-…` fields: a text as in `Authorization`, or the query of an address. */
  signature: string | URLSearchParams;
  /** Parameters of a query or a body; names are signed in lower case, and encoded. */
  parameters: Iterable<[name: string, value: string]>;
  header(name: string): string;
}

/** Seconds by which the clock of the signer may be ahead. */
const SKEW = 900;

/**
 * Checks a signature with `q-sign-algorithm=sha1`, as object storage knows it and the older API of files too.
 * @throws PlatformError with the codes of object storage
 */
export function checkQSignature(signed: QSigned, keys: SecretKeyPair, clock: Clock): void {
  const refuse = (code: string, message: string) => new PlatformError(code, message, 403);
  const fields = readFields(signed.signature);
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
  const parameters = new Map(
    [...signed.parameters].map(([name, value]) => [encode(name).toLowerCase(), value]),
  );
  const canonical = [
    signed.method.toLowerCase(),
    signed.path,
    joined(fields['q-url-param-list'], name => parameters.get(name) ?? ''),
    joined(fields['q-header-list'], signed.header),
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

const hmac = (text: string, key: string) => createHmac('sha1', key).update(text).digest('hex');

function readFields(signature: string | URLSearchParams): Record<string, string> {
  if (typeof signature !== 'string') return Object.fromEntries(signature);
  const parts = signature.split('&').map(part => {
    const cut = part.indexOf('=');
    return [part.slice(0, cut), part.slice(cut + 1)];
  });
  return Object.fromEntries(parts) as Record<string, string>;
}

const joined = (names: string | undefined, valueOf: (name: string) => string): string =>
  names
    ? names
        .split(';')
        .map(name => `${name}=${encode(valueOf(name))}`)
        .join('&')
    : '';

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
