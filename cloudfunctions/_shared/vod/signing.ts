import { createHash, createHmac } from 'node:crypto';

const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export interface VodKeys {
  secretId: string;
  secretKey: string;
}

export interface UploadLeave {
  /** Seconds. */
  now: number;
  expire: number;
  /** Any 32-bit number, never the same twice. */
  random: number;
  procedure: string;
  classId: number;
  /** Returned by the service with the file: our video's id. */
  sourceContext: string;
  subAppId: string;
}

/**
 * The upload signature of the video service: base64(HMAC-SHA1(key, text) ‖ text). The processing of the file is part of
 * the signed text, so the browser cannot choose it; valid for one upload.
 */
export const uploadSignature = ({ secretId, secretKey }: VodKeys, leave: UploadLeave): string => {
  const text = new URLSearchParams({
    secretId,
    currentTimeStamp: String(leave.now),
    expireTime: String(leave.expire),
    random: String(leave.random),
    oneTimeValid: '1',
    classId: String(leave.classId),
    ...(leave.procedure && { procedure: leave.procedure }),
    sourceContext: leave.sourceContext,
    ...(leave.subAppId && { vodSubAppId: leave.subAppId }),
  }).toString();
  const digest = createHmac('sha1', secretKey).update(text).digest();
  return Buffer.concat([digest, Buffer.from(text)]).toString('base64');
};

/** TC3-HMAC-SHA256 of one call of the API 3.0, as all Tencent services expect it. */
export const tc3Authorization = (
  { secretId, secretKey }: VodKeys,
  {
    host,
    action,
    body,
    timestamp,
  }: { host: string; action: string; body: string; timestamp: number },
): string => {
  const service = 'vod';
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
