import { createHmac } from 'node:crypto';
import { sameText } from '../auth/credentials.ts';
import type { Clock } from '../types.ts';

/** Seconds an upload may begin after it was announced. */
const UPLOAD_LIFETIME = 900;

export interface UploadGrant {
  /** `sub` of the user who asked; null for a function. */
  owner: string | null;
  /** Exact number of bytes announced; null when nothing was. */
  length: number | null;
}

/** Signs what `/cos` will accept. A signature covers the whole key, an image style's suffix included. */
export interface Signatures {
  /** Address valid for `lifetime` seconds; not percent-encoded, as both SDKs expect (docs/cloudbase-wire.md#files). */
  downloadUrl(base: string, key: string, lifetime: number): string;
  /** Seconds left, or null for a wrong or expired signature. */
  checkDownload(query: URLSearchParams, key: string): number | null;
  uploadAuthorization(key: string, grant: UploadGrant): string;
  checkUpload(authorization: string, key: string): UploadGrant | null;
}

export function createSignatures(secret: string, clock: Clock): Signatures {
  const sign = (...parts: (string | number)[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex');
  const seconds = () => Math.floor(clock.now() / 1000);

  return {
    downloadUrl(base, key, lifetime) {
      const until = seconds() + lifetime;
      return `${base}/cos/${key}?sign=${sign('get', key, until)}&t=${until}`;
    },
    checkDownload(query, key) {
      const until = Number(query.get('t') ?? NaN);
      if (!Number.isSafeInteger(until) || until <= seconds()) return null;
      return sameText(query.get('sign') ?? '', sign('get', key, until)) ? until - seconds() : null;
    },
    uploadAuthorization(key, { owner, length }) {
      const until = seconds() + UPLOAD_LIFETIME;
      const fields = new URLSearchParams({
        'q-sign-algorithm': 'sha256',
        'q-sign-time': String(until),
        'q-owner': owner ?? '',
        'q-length': String(length ?? ''),
        'q-signature': sign('put', key, until, owner ?? '', String(length ?? '')),
      });
      return fields.toString();
    },
    checkUpload(authorization, key) {
      const fields = new URLSearchParams(authorization);
      const field = (name: string) => fields.get(`q-${name}`) ?? '';
      const until = Number(field('sign-time') || NaN);
      const [owner, length] = [field('owner'), field('length')];
      if (!Number.isSafeInteger(until) || until <= seconds()) return null;
      if (!sameText(field('signature'), sign('put', key, until, owner, length))) return null;
      return { owner: owner || null, length: length === '' ? null : Number(length) };
    },
  };
}
