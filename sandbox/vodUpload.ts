import { createHash, randomUUID } from 'node:crypto';
import { json, type StandInAnswer, type StandInRequest } from './standIn.ts';

interface VodUploadOptions {
  now(): number;
  /** What a signature says; null if it is refused. */
  spend(signature: string | undefined): URLSearchParams | null;
  /** The new file's id. */
  add(file: UploadedMedia): string;
}

export interface UploadedMedia {
  name: string;
  /** Extension of the file. */
  type: string;
  size: number;
  sourceContext: string;
  /** Its bytes, in order; none where only the size is known. */
  parts: Buffer[];
}

interface Session {
  name: string;
  size: number;
  sourceContext: string;
  key: string;
  type: string;
  /** What has arrived. */
  parts: Buffer[];
  fileId?: string;
}

const APP_ID = 1_250_000_000;
const TEMPORARY = { secretId: 'AKIDtemporary', secretKey: 'temporary', token: 'temporary-token' };
const HOUR_S = 3_600;
/** Of the name, as `ModifyMediaInfo` documents it; what the browser's SDK refuses by itself. The code is ours. */
const MOST_NAME = 64;
const REFUSED = /[:*?<>"\\/|]/;

const xml = (body: string, headers: Record<string, string> = {}): StandInAnswer => ({
  status: 200,
  type: 'application/xml',
  headers,
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
});
const sizeOf = (parts: Buffer[]) => parts.reduce((sum, { length }) => sum + length, 0);
const etagOf = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`;

/**
 * The protocol of the service's browser SDK: apply for an upload, put the parts into object storage with a temporary
 * key, commit. A commit before all bytes have arrived is refused.
 */
export const createVodUpload = ({ now, spend, add }: VodUploadOptions) => {
  let sessions = new Map<string, Session>();
  /** The parts of multipart uploads, by number. */
  let parts = new Map<string, Map<number, Buffer>>();

  const apply = (given: Record<string, unknown>) => {
    const fields = spend(given['signature'] as string | undefined);
    if (!fields) return json(200, { code: 10_008, message: 'signature' });
    const name = String(given['videoName'] ?? '');
    if (name.length > MOST_NAME || REFUSED.test(name))
      return json(200, { code: 10_004, message: 'videoName' });
    const resumed = String(given['vodSessionKey'] ?? '');
    const key = sessions.has(resumed) ? resumed : randomUUID();
    const session = sessions.get(key) ?? {
      name,
      size: Number(given['videoSize'] ?? 0),
      sourceContext: fields.get('sourceContext') ?? '',
      key: `/${key}.${String(given['videoType'] ?? 'mp4')}`,
      type: String(given['videoType'] ?? 'mp4'),
      parts: [],
    };
    sessions.set(key, session);
    const timestamp = Math.floor(now() / 1_000);
    return json(200, {
      code: 0,
      message: 'success',
      data: {
        video: { storageSignature: '', storagePath: session.key },
        storageAppId: APP_ID,
        storageBucket: 'sandbox',
        storageRegion: 'gz',
        storageRegionV5: 'ap-guangzhou',
        StorageRegionV5: 'ap-guangzhou',
        domain: '',
        vodSessionKey: key,
        appId: APP_ID,
        timestamp,
        tempCertificate: { ...TEMPORARY, expiredTime: timestamp + HOUR_S },
      },
    });
  };

  const commit = (given: Record<string, unknown>) => {
    const fields = spend(given['signature'] as string | undefined);
    const session = sessions.get(String(given['vodSessionKey'] ?? ''));
    if (!fields || !session) return json(200, { code: 10_008, message: 'signature' });
    if (!session.fileId) {
      if (sizeOf(session.parts) !== session.size)
        return json(200, { code: 31_001, message: 'the file is not complete' });
      session.fileId = add(session);
      session.parts = [];
    }
    const url = `https://vod.example.com/${session.fileId}.mp4`;
    return json(200, {
      code: 0,
      message: 'success',
      data: { fileId: session.fileId, video: { url } },
    });
  };

  const sessionAt = (path: string) => [...sessions.values()].find(({ key }) => key === path);

  /** As much of object storage as multipart and single uploads need. */
  const store = ({ method, path, query, headers, body }: StandInRequest): StandInAnswer => {
    const key = decodeURIComponent(path.slice('/cos'.length));
    const known = String(headers['authorization']).includes(`q-ak=${TEMPORARY.secretId}`);
    if (!known || headers['x-cos-security-token'] !== TEMPORARY.token)
      return { ...xml('<Error><Code>AccessDenied</Code></Error>'), status: 403 };
    if (method === 'GET') return xml('<ListMultipartUploadsResult></ListMultipartUploadsResult>');
    const session = sessionAt(key);
    if (!session) return { ...xml('<Error><Code>NoSuchKey</Code></Error>'), status: 404 };
    const uploadId = query.get('uploadId') ?? '';
    const part = query.get('partNumber');
    if (method === 'PUT') {
      if (part) parts.get(uploadId)?.set(Number(part), body);
      else session.parts = [body];
      return { ...xml(''), body: '', headers: { etag: etagOf(body) } };
    }
    if (method === 'POST' && query.has('uploads')) {
      const id = randomUUID();
      parts.set(id, new Map());
      return xml(
        `<InitiateMultipartUploadResult><Bucket>sandbox-${APP_ID}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    const arrived = [...(parts.get(uploadId) ?? [])];
    session.parts = arrived.sort(([one], [other]) => one - other).map(([, content]) => content);
    parts.delete(uploadId);
    return xml(
      `<CompleteMultipartUploadResult><Location>sandbox${key}</Location><Key>${key}</Key><ETag>"${uploadId}"</ETag></CompleteMultipartUploadResult>`,
    );
  };

  return {
    /** Undefined for what is no upload. */
    answer: (request: StandInRequest): StandInAnswer | undefined => {
      if (request.path.startsWith('/cos/')) return store(request);
      if (request.path !== '/v3/index.php') return undefined;
      const given = JSON.parse(request.body.toString() || '{}') as Record<string, unknown>;
      const action = request.query.get('Action');
      if (action === 'ApplyUploadUGC') return apply(given);
      return action === 'CommitUploadUGC'
        ? commit(given)
        : json(200, { code: 4_000, message: 'action' });
    },
    reset: () => {
      sessions = new Map();
      parts = new Map();
    },
  };
};
