import { createHmac } from 'node:crypto';
import type { CloudKeys } from '../tencentCloud/signing.ts';

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
export const uploadSignature = ({ secretId, secretKey }: CloudKeys, leave: UploadLeave): string => {
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
