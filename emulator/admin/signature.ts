import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { sameText } from '../auth/credentials.ts';
import type { Clock } from '../types.ts';

/** Seconds a signature is valid, before and after its time. */
const TOLERANCE = 600;
const FORMAT =
  /^TC3-HMAC-SHA256 Credential=([^/,\s]+)\/(\d{4}-\d{2}-\d{2})\/tcb\/tc3_request,(?: SignedParams=([^,]*),)? SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;

export interface SecretKeyPair {
  secretId: string;
  secretKey: string;
}

/**
 * Checks the TC3 signature of the server SDK, in the dialect of `@cloudbase/signature-nodejs` 2: the address is
 * signed without its scheme, header values in lower case, and the body as sorted `&key=value` lines.
 * @returns what is wrong, or null
 */
export function checkSignature(
  req: IncomingMessage,
  body: Record<string, unknown>,
  keys: SecretKeyPair,
  clock: Clock,
): 'INVALID_CREDENTIALS' | 'SIGN_EXPIRED' | null {
  const parts = FORMAT.exec(req.headers.authorization ?? '');
  if (!parts) return 'INVALID_CREDENTIALS';
  const [, secretId = '', date = '', signedParams = '', signedHeaders = '', signature = ''] = parts;
  const timestamp = Number(req.headers['x-timestamp']);
  // A function uses the emulator's clock, a script outside the machine's; both are accepted.
  const skew = Math.min(...[clock.now(), Date.now()].map(now => Math.abs(now / 1000 - timestamp)));
  if (!(skew <= TOLERANCE)) return 'SIGN_EXPIRED';
  if (new Date(timestamp * 1000).toISOString().slice(0, 10) !== date) return 'INVALID_CREDENTIALS';

  const names = signedHeaders.split(';');
  if (!names.includes('host') || !names.includes('content-type')) return 'INVALID_CREDENTIALS';
  const headers = names.map(
    name =>
      `${name}:${String(req.headers[name] ?? '')
        .trim()
        .toLowerCase()}\n`,
  );
  const [path = '', query = ''] = (req.url ?? '').split('?');
  const canonical = [
    // The SDK signs the method as it spells it.
    (req.method ?? '').toLowerCase(),
    `//${req.headers.host}${path}`,
    query,
    headers.join(''),
    signedHeaders,
    payloadHash(body, signedParams),
  ].join('\n');
  const scope = `${date}/tcb/tc3_request`;
  const toSign = `TC3-HMAC-SHA256\n${timestamp}\n${scope}\n${sha256(canonical)}`;
  const expected = hmac(toSign, signingKey(keys.secretKey, date)).toString('hex');
  const known = sameText(secretId, keys.secretId);
  return sameText(signature, expected) && known ? null : 'INVALID_CREDENTIALS';
}

const hmac = (text: string, key: string | Buffer) =>
  createHmac('sha256', key).update(text).digest();

/** The same for all requests of a day. */
const derived = { secretKey: '', date: '', key: Buffer.alloc(0) };
function signingKey(secretKey: string, date: string): Buffer {
  if (derived.secretKey !== secretKey || derived.date !== date)
    Object.assign(derived, {
      secretKey,
      date,
      key: hmac('tc3_request', hmac('tcb', hmac(date, `TC3${secretKey}`))),
    });
  return derived.key;
}

function payloadHash(body: Record<string, unknown>, signedParams: string): string {
  const values = new Map<string, string>();
  for (const [key, value] of Object.entries(body))
    values.set(encodeKey(key), (typeof value === 'string' ? value : JSON.stringify(value)).trim());
  const hash = createHash('sha256');
  for (const key of signedParams === '' ? [] : signedParams.split(';'))
    hash.update(`&${key}=${values.get(key) ?? ''}\r\n`);
  return hash.digest('hex');
}

function encodeKey(key: string): string {
  return encodeURIComponent(key.toLowerCase().trim()).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
