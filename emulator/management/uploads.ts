import { createHmac } from 'node:crypto';
import type { Clock } from '../types.ts';
import { type Bucket, passingBucket } from './cos/bucket.ts';
import type { Actions } from './params.ts';

/** The platform's own account, in whose buckets code waits for its function. */
const OWN_APP_ID = '1253665819';
const BUCKETS: Record<string, string> = {
  'ap-shanghai': 'sh',
  'ap-guangzhou': 'gz',
  'ap-beijing': 'bj',
  'ap-singapore': 'sg',
};
/** Seconds an upload may take. */
const LIFETIME = 3600;

/** Where archives of code are put before `CreateFunction` or `UpdateFunctionCode` names them. */
export interface Uploads {
  bucketName: string;
  bucket: Bucket;
  actions: Actions;
  /** The one authorization for an object of this bucket; undefined for other buckets. */
  ticketFor(bucket: string, key: string): string | undefined;
  /** @param objectName as it is named in the call: with a slash before */
  read(objectName: string): Promise<Buffer | undefined>;
}

export function openUploads(region: string, secret: string, clock: Clock): Uploads {
  const bucketName = `${BUCKETS[region] ?? 'sh'}tempcos-${OWN_APP_ID}`;
  const bucket = passingBucket(clock);
  /** When each object's ticket was made, in seconds; tickets are made anew, so that they end. */
  const made = new Map<string, number>();

  const ticket = (key: string, from: number) => {
    const time = `${from};${from + LIFETIME}`;
    const signature = createHmac('sha1', secret).update(`${key}\n${time}`).digest('hex');
    return `q-sign-algorithm=sha1&q-ak=platform&q-sign-time=${time}&q-key-time=${time}&q-header-list=&q-url-param-list=&q-signature=${signature}`;
  };

  return {
    bucketName,
    bucket,
    ticketFor(name, key) {
      if (name !== bucketName) return undefined;
      const from = made.get(key);
      if (from === undefined || from + LIFETIME < clock.now() / 1000) return '';
      return ticket(key, from);
    },
    async read(objectName) {
      const key = objectName.replace(/^\//, '');
      return bucket.find(key) && bucket.read(key);
    },
    actions: {
      'scf.GetTempCosInfo'(params) {
        const now = clock.now();
        const date = new Date(now + 8 * 3_600_000).toISOString().slice(0, 10);
        const key = `${date}/${params.text('ObjectPath')}`;
        const from = Math.floor(now / 1000);
        made.set(key, from);
        return { Date: date, Sign: ticket(key, from) };
      },
    },
  };
}
