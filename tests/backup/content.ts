import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { placeOf, seal, unseal } from '#cloudfunctions/_shared/base/secrets.ts';
import { collections } from '#contract/collections.ts';
import { backUp } from '../../scripts/backup/backUp.ts';
import type { Manifest } from '../../scripts/backup/manifest.ts';
import type { Line, Platform } from '../../scripts/backup/platform.ts';
import { restore } from '../../scripts/backup/restore.ts';
import { folderOfRun } from '../folderOfRun.ts';
import { type LocalEnvironment, startEnvironment } from './environments.ts';

/** Path of a directory that does not exist yet. */
export const newPath = () => path.join(mkdtempSync(path.join(folderOfRun(), 'backup-')), 'kept');
export const log = () => undefined;
/** Without one there is nothing to back up. */
export const ADMIN: Line = '{"_id":"first_admin","username":"admin","lastLoginTime":null}';
const confirm = () => Promise.resolve(true);

type Log = (line: string) => void;
export const keep = async (platform: Platform, pictures = false, report: Log = log) => {
  const to = newPath();
  const manifest = await backUp(platform, { to, pictures, log: report });
  return { to, manifest };
};
export const bringBack = (platform: Platform, from: string, pictures = false, report: Log = log) =>
  restore(platform, { from, pictures, confirm, log: report });

export const everything = async (environment: LocalEnvironment) =>
  Object.fromEntries(
    await Promise.all(
      collections.map(async ({ name }) => [name, await environment.all(name)] as const),
    ),
  );

export const PICTURE = 'template/202611/a.png';
const KEY = randomBytes(32).toString('base64');
const PLACE = placeOf('apiKeys', 'key_1', 'keyCipher');
/** Other tests of this process have keys of their own. */
const withKey = <T>(work: () => T): T => {
  const before = process.env['APP_KEK_1'];
  process.env['APP_KEK_1'] = KEY;
  try {
    return work();
  } finally {
    if (before === undefined) delete process.env['APP_KEK_1'];
    else process.env['APP_KEK_1'] = before;
  }
};
export const SECRET = 'sk-very-secret';
export const unsealed = (sealed: string) => withKey(() => unseal(sealed, PLACE));

/** What is stored, and what may be: each kind of value, odd texts, ids that are hard to order or to write. */
const awkward: Line[] = [
  { _id: 'ü' },
  { _id: '😀', text: 'a\u2028b\n"\\\u0000\u{1F600} 中文 null' },
  { _id: '\uffee' },
  { _id: 'a"b\\', nothing: null, none: {}, empty: [], nested: [[], [{}, [null]]] },
  { _id: 'numbers', all: [0, -1, 1.5, 1e21, 5e-324, 2 ** 53, -(2 ** 31)] },
  { _id: 'not finite', all: [{ $numberDouble: 'NaN' }, { $numberDouble: '-Infinity' }] },
  { _id: 'instants', now: { $date: '2026-11-23T12:00:00.001Z' } },
  { _id: 'early', then: { $date: { $numberLong: '-62135596800001' } } },
  { _id: 'pattern', like: { $regularExpression: { pattern: 'a/"', options: 'im' } } },
  { _id: 'place', at: { type: 'Point', coordinates: [121.47, 31.23] } },
  { _id: 'date', like: { $date: '1970-01-01T00:00:00Z' }, text: '$date', 'a b': true },
  { _id: 'long', text: 'x'.repeat(300_000) },
  { _id: 'address', text: 'see "cloud://local.files/x" and \\"cloud://local.files/y' },
].map(one => JSON.stringify(one));

const numbered = (prefix: string, count: number, fields: (at: number) => object): Line[] =>
  Array.from({ length: count }, (_one, at) =>
    JSON.stringify({ _id: `${prefix}_${String(at).padStart(4, '0')}`, ...fields(at) }),
  );

export const content = () => ({
  webhookEvents: awkward,
  orders: numbered('o', 700, at => ({ orderNo: `NO${at}`, rev: 1, amount: at })),
  users: numbered('u', 40, at => ({ openid: `openid${at}`, credits: { paid: at, gift: 0 } })),
  files: [
    JSON.stringify({ _id: 'f1', filePath: PICTURE, fileID: `cloud://local.files/${PICTURE}` }),
    JSON.stringify({ _id: 'f2', filePath: 'template/202611/gone.png', status: 'trash' }),
  ],
  apiKeys: [JSON.stringify({ _id: 'key_1', keyCipher: withKey(() => seal(SECRET, PLACE)) })],
  settings: [JSON.stringify({ _id: 'payment', rev: 3, values: {} })],
  admins: [
    JSON.stringify({ _id: 'first_admin', username: 'admin', lastLoginTime: 7, passwordHash: 'h' }),
    JSON.stringify({ _id: 'second', username: 'second', lastLoginTime: null }),
  ],
  auditLogs: numbered('log', 12, at => ({ action: 'update', createTime: at })),
  adminSessions: [JSON.stringify({ _id: 's1', adminId: 'first_admin' })],
  turns: [JSON.stringify({ _id: 'user_1', holder: 'x', until: 1 })],
});

export interface Kept {
  source: LocalEnvironment;
  picture: Buffer;
  to: string;
  manifest: Manifest;
}

/** A filled environment and a backup of it. */
export const keepContent = async (): Promise<Kept> => {
  const source = await startEnvironment();
  await source.fill(content());
  const picture = randomBytes(5_000);
  await source.platform.upload(PICTURE, picture);
  return { source, picture, ...(await keep(source.platform, true)) };
};
