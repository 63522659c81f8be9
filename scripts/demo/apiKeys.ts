import { createHash } from 'node:crypto';
import { mask, placeOf, seal } from '#cloudfunctions/_shared/base/secrets.ts';
import { apiKeyEntity, type ApiKeyStatus } from '#contract/apiKey.ts';
import { authored, DAY, numbered, stamped } from './record.ts';

interface DemoKey {
  name: string;
  status: ApiKeyStatus;
  pool?: string;
  kind?: 'enterprise';
  /** What the stand-in makes of keys that begin like this. */
  begin: string;
  remainCoins: number | null;
  remark?: string;
}

const demoKeys: readonly DemoKey[] = [
  {
    name: '主账号（企业版）',
    status: 'active',
    kind: 'enterprise',
    begin: 'e1',
    remainCoins: 128_000,
  },
  { name: '备用账号一', status: 'active', begin: 'c2', remainCoins: 5_400, remark: '每月初充值' },
  {
    name: '视频专用',
    status: 'active',
    pool: 'video',
    kind: 'enterprise',
    begin: 'e3',
    remainCoins: 42_000,
  },
  { name: '旧账号', status: 'paused', begin: 'c4', remainCoins: 310, remark: '迁移后停用' },
  { name: '试用账号', status: 'exhausted', begin: 'fee05', remainCoins: 0 },
  { name: '已注销的账号', status: 'invalid', begin: 'bad6', remainCoins: null },
];

/** `key_0001` → its name. */
export const demoKeyName = (id: string) => demoKeys[Number(id.slice(-4)) - 1]?.name ?? '';

/** Sealed under the key of this installation: `APP_KEK_…` must be in the environment. */
export const demoApiKeys = (today: number) =>
  demoKeys.map(({ name, status, pool = 'default', kind = 'consumer', begin, ...more }, at) => {
    const _id = numbered('key', at + 1);
    const digits = createHash('sha256').update(`demo key ${at}`).digest('hex');
    const key = `${begin}${digits}`.slice(0, 32);
    const createTime = today - (300 - at * 40) * DAY;
    const isBad = status === 'invalid' || status === 'exhausted';
    return {
      _id,
      ...stamped(createTime),
      ...authored,
      ...apiKeyEntity.defaults,
      ...apiKeyEntity.blank(),
      name,
      status,
      pool,
      kind,
      ...more,
      remark: more.remark ?? '',
      maxConcurrency: kind === 'enterprise' ? 50 : 1,
      keyCipher: seal(key, placeOf('apiKeys', _id, 'key')),
      keyMask: mask(key),
      fingerprint: createHash('sha256').update(`key ${key}`).digest('hex'),
      previousCipher: '',
      apiType: kind === 'enterprise' ? 'ENTERPRISE' : 'NORMAL',
      lastCheckTime: today - 3_600_000,
      lastErrorCode: status === 'invalid' ? 802 : status === 'exhausted' ? 416 : 0,
      lastErrorTime: isBad ? today - 3 * DAY : null,
      failStreak: isBad ? 3 : 0,
      lowCoins: kind === 'enterprise' ? 10_000 : null,
    };
  });
