import { createHash, createHmac } from 'node:crypto';

const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export interface CloudKeys {
  secretId: string;
  secretKey: string;
}

export interface SignedCall {
  /** The first part of the host's name: `vod`. */
  service: string;
  host: string;
  action: string;
  body: string;
  /** Seconds. */
  timestamp: number;
}

/** TC3-HMAC-SHA256 of one call of the API 3.0, as all Tencent services expect it. */
export const tc3Authorization = (
  { secretId, secretKey }: CloudKeys,
  { service, host, action, body, timestamp }: SignedCall,
): string => {
  const date = new Date(timestamp * 1_000).toISOString().slice(0, 10);
  const names = 'content-type;host;x-tc-action';
  const headers = `content-type:application/json; charset=utf-8\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`;
  const canonical = ['POST', '/', '', headers, names, sha256(body)].join('\n');
  const scope = `${date}/${service}/tc3_request`;
  const text = ['TC3-HMAC-SHA256', timestamp, scope, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date), service), 'tc3_request');
  const signature = hmac(key, text).toString('hex');
  return `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
};
