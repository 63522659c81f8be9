import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { json, type StandInAnswer, type StandInRequest } from './standIn.ts';

/** What all services of Tencent's API 3.0 have in common: signature, envelope, common parameters. */
export interface TencentKeys {
  secretId: string;
  secretKey: string;
}

/** Made for this run: a value in a repository is no secret. */
export const makeTencentKeys = (): TencentKeys => ({
  secretId: `AKID${randomBytes(14).toString('hex')}`,
  secretKey: randomBytes(16).toString('hex'),
});

/** Errors come with HTTP 200, as at the real services. */
export const refusal = (Code: string, Message = Code): StandInAnswer =>
  json(200, { Response: { Error: { Code, Message }, RequestId: randomUUID() } });
export const success = (data: object): StandInAnswer =>
  json(200, { Response: { ...data, RequestId: randomUUID() } });

const FRESH_S = 300;
const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

const form =
  /^TC3-HMAC-SHA256 Credential=([^/,]+)\/(\d{4}-\d\d-\d\d)\/([a-z]+)\/tc3_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

/**
 * Checks the TC3-HMAC-SHA256 signature over method, path, query, signed headers and body.
 * @param service the name that the scope of the credential must have
 * @returns the code of the error; null for a genuine request
 */
export const signatureFault = (
  { method, query, headers, body }: StandInRequest,
  service: string,
  { secretId, secretKey }: TencentKeys,
  now: number,
): string | null => {
  const stamp = String(headers['x-tc-timestamp'] ?? '');
  if (!headers['authorization'] || stamp === '') return 'MissingParameter';
  const found = form.exec(headers['authorization']);
  if (!found || !/^\d{1,12}$/.test(stamp)) return 'AuthFailure.InvalidAuthorization';
  const [, id = '', date = '', scopeService = '', names = '', signature = ''] = found;
  if (id !== secretId) return 'AuthFailure.SecretIdNotFound';
  if (Math.abs(now / 1_000 - Number(stamp)) > FRESH_S) return 'AuthFailure.SignatureExpire';
  const list = names.split(';');
  const isSigned = (name: string) => list.includes(name) && headers[name] !== undefined;
  const day = new Date(Number(stamp) * 1_000).toISOString().slice(0, 10);
  if (day !== date || scopeService !== service || !isSigned('host') || !isSigned('content-type'))
    return 'AuthFailure.SignatureFailure';
  const signed = list.map(
    name =>
      `${name}:${String(headers[name] ?? '')
        .toLowerCase()
        .trim()}\n`,
  );
  const canonical = [method, '/', query.toString(), signed.join(''), names, sha256(body)];
  const scope = `${date}/${service}/tc3_request`;
  const text = ['TC3-HMAC-SHA256', stamp, scope, sha256(canonical.join('\n'))].join('\n');
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date), service), 'tc3_request');
  const isRight = timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'));
  return isRight ? null : 'AuthFailure.SignatureFailure';
};
