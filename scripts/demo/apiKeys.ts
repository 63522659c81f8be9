import { createHash } from 'node:crypto';
import { mask, placeOf, seal } from '#cloudfunctions/_shared/base/secrets.ts';
import { type ApiKey, apiKeyEntity, type ApiKeyStatus } from '#contract/apiKey.ts';
import { DAY, HOUR, numbered, recordOf } from './record.ts';

/** `begin`: what the stand-in makes of keys that begin like this; `e…` are of enterprises. */
const demoKeys: readonly [
  name: string,
  status: ApiKeyStatus,
  begin: string,
  remainCoins: number | null,
  more?: Partial<ApiKey>,
][] = [
  ['主账号（企业版）', 'active', 'e1', 128_000],
  ['备用账号一', 'active', 'c2', 5_400, { remark: '每月初充值' }],
  ['视频专用', 'active', 'e3', 42_000, { pool: 'video' }],
  ['旧账号', 'paused', 'c4', 310, { remark: '迁移后停用' }],
  ['试用账号', 'exhausted', 'fee05', 0],
  ['已注销的账号', 'invalid', 'bad6', null],
];

/** `key_0001` → its name. */
export const demoKeyName = (id: string) => demoKeys[Number(id.slice(-4)) - 1]?.[0] ?? '';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Sealed under the key of this installation: `APP_KEK_…` must be in the environment. */
export const demoApiKeys = (today: number) =>
  demoKeys.map(([name, status, begin, remainCoins, more], at) => {
    const _id = numbered('key', at + 1);
    const key = `${begin}${sha256(`demo key ${at}`)}`.slice(0, 32);
    const isBad = status === 'invalid' || status === 'exhausted';
    return recordOf(apiKeyEntity, {
      _id,
      createTime: today - (300 - at * 40) * DAY,
      name,
      status,
      remainCoins,
      ...(begin.startsWith('e') && {
        kind: 'enterprise',
        maxConcurrency: 50,
        lowCoins: 10_000,
      }),
      keyCipher: seal(key, placeOf('apiKeys', _id, 'key')),
      keyMask: mask(key),
      fingerprint: sha256(`key ${key}`),
      previousCipher: '',
      lastCheckTime: today - HOUR,
      lastErrorCode: status === 'invalid' ? 802 : status === 'exhausted' ? 416 : 0,
      lastErrorTime: isBad ? today - 3 * DAY : null,
      failStreak: isBad ? 3 : 0,
      ...more,
    });
  });
