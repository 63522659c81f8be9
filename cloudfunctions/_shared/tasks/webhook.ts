import { createHmac, timingSafeEqual } from 'node:crypto';
import { callbackPaths } from '../base/callbackPaths.ts';
import { environment } from '../base/environment.ts';
import { kekBytes } from '../base/secrets.ts';

const PURPOSE = 'runninghub webhook';

/** The provider signs nothing, so the address itself is the secret: another for each task, derived from the key. */
const secretOf = (taskNo: string, kek: Buffer) =>
  createHmac('sha256', kek).update(`${PURPOSE}\n${taskNo}`).digest('hex').slice(0, 40);

/** The address that the provider reports a task to; undefined where it could not reach it. */
export const webhookOf = (taskNo: string): string | undefined => {
  const base = environment.HTTP_ACCESS_URL.replace(/\/$/, '');
  if (!base) return undefined;
  return `${base}${callbackPaths.generatorReport}/${secretOf(taskNo, kekBytes()[0]!)}/${taskNo}`;
};

/** The task that an address was made for; null for every other address. */
export const taskNoIn = (path: string): string | null => {
  const [, secret = '', taskNo = ''] = /\/([0-9a-f]{40})\/(T\d{10,24})$/.exec(path) ?? [];
  if (!taskNo) return null;
  const given = Buffer.from(secret);
  const isOurs = kekBytes().some(kek => timingSafeEqual(given, Buffer.from(secretOf(taskNo, kek))));
  return isOurs ? taskNo : null;
};
