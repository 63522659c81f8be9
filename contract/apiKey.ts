import {
  adminRead,
  adminWrite,
  always,
  byId,
  changeOf,
  type Choice,
  oneOrMany,
  withId,
} from './action.ts';
import { day } from './day.ts';
import { entity, type RecordOf } from './entity.ts';
import { field } from './field.ts';
import { apiKeySentences } from './sentences/apiKeys.ts';
import { oneOf, type Transitions } from './states.ts';
import { fen, instant, labelled, line, rev, shaped, z } from './zod.ts';

export const apiKeyStatuses = {
  active: { label: '正常', tone: 'success' },
  paused: { label: '已暂停', tone: 'neutral' },
  exhausted: { label: '余额不足', tone: 'warning' },
  invalid: { label: '已失效', tone: 'danger' },
} as const satisfies Record<string, Choice>;
export type ApiKeyStatus = keyof typeof apiKeyStatuses;

/** Moves by hand: a key that is exhausted or invalid becomes active again only after a successful test. */
export const manualApiKeyTransitions: Transitions<ApiKeyStatus> = {
  active: ['paused'],
  paused: ['active'],
  exhausted: ['paused'],
  invalid: ['paused'],
};

export const apiKeyRegions = {
  cn: { label: '国内站', tone: 'info' },
  ai: { label: '国际站', tone: 'neutral' },
} as const satisfies Record<string, Choice>;

export const apiKeyKinds = {
  consumer: { label: '个人版', tone: 'neutral' },
  enterprise: { label: '企业版', tone: 'info' },
} as const satisfies Record<string, Choice>;

/** Templates ask for a pool, not for a key. */
export const keyPool = shaped(
  /^[a-z][a-z0-9_-]{0,31}$/,
  '以小写字母开头的小写字母、数字、下划线和短横线，最多 32 位',
  'default',
);
export const DEFAULT_POOL = 'default';

/** Write-only. Absent, empty or masked in an update keeps the stored key. */
const secretKey = line(200);

const newKey = secretKey.min(16, apiKeySentences.tooShort);

export const apiKeyEntity = entity({
  kind: 'apiKey',
  name: '密钥',
  function: 'adminApiKey',
  collection: 'apiKeys',
  words: {
    createApiKey: '添加密钥',
    setApiKeyStatus: '暂停或恢复密钥',
    testApiKey: '测试密钥',
    rotateApiKey: '更换密钥',
  },
  fields: {
    name: field.line('名称', 30, 2),
    region: field.choice('站点', apiKeyRegions).default('cn'),
    pool: field.code('分组', keyPool).default(DEFAULT_POOL),
    kind: field.choice('类型', apiKeyKinds).default('consumer'),
    /** Tasks at the same time; the provider allows 1 for personal keys and 50 for others. */
    maxConcurrency: field.int('最大并发', 1, 100).default(1),
    /** The greater the weight, the more often a free key is chosen. */
    weight: field.int('权重', 1, 100).default(10),
    /** Warn below this; null for never. */
    lowCoins: field.int('余额提醒线', 0, 100_000_000).nullable().default(null),
    dailyCoinsCap: field.int('每日消耗上限', 1, 100_000_000).nullable().default(null),
    remark: field.prose('备注', 200),
  },
  also: {
    /** The only part of the key that is ever shown. */
    keyMask: labelled('密钥尾号', z.string()),
    /** The stored key can no longer be decrypted: it must be replaced. */
    keyDamaged: labelled('密钥无法解密', z.boolean().optional()),
    status: oneOf(apiKeyStatuses),
    /** Not stored: how many of its places tasks have taken, at the time of reading. */
    runningCount: labelled('运行中任务', z.int().default(0)),
    remainCoins: labelled('余额', z.number().nullable().default(null)),
    remainMoneyFen: labelled('剩余金额', fen.nullable().default(null)),
    lastCheckTime: labelled('最近检查', instant.nullable().default(null)),
    /** The provider's number of the last error; 0 for none. */
    lastErrorCode: labelled('最近错误', z.int().default(0)),
    lastErrorTime: labelled('最近错误时间', instant.nullable().default(null)),
    failStreak: labelled('连续失败次数', z.int().default(0)),
    /** It gets no tasks until then: it was full, or did not answer. */
    restUntil: labelled('暂停至', instant.nullable().default(null)),
    /** Until then the previous key is used for the tasks it started. */
    previousUntil: labelled('旧密钥保留至', instant.nullable().default(null)),
  },
  creates: { key: newKey },
  updates: { key: secretKey.nullable().optional() },
  labels: { low: '余额情况', key: '密钥' },
  filter: {
    status: oneOrMany(oneOf(apiKeyStatuses)),
    pool: z.string().max(32),
    /** As `isLow`. */
    low: z.literal(true),
  },
  states: apiKeyStatuses,
  /** All moves, whether made by a test, a task or a person. */
  transitions: {
    active: ['paused', 'exhausted', 'invalid'],
    paused: ['active', 'exhausted', 'invalid'],
    exhausted: ['active', 'paused', 'invalid'],
    invalid: ['active', 'paused', 'exhausted'],
  } satisfies Transitions<ApiKeyStatus>,
  sorts: ['createTime'],
  unique: ['fingerprint'],
  indexes: ['pool status -weight'],
  actions: {
    list: {
      name: 'getApiKeys',
      example: { page: 1, pageSize: 20, filter: { status: 'active' }, withCounts: true },
    },
    create: {
      name: 'createApiKey',
      example: { name: '示例密钥', key: '0123456789abcdef0123456789abcdef' },
      asksFactor: always,
    },
    update: {
      name: 'updateApiKey',
      id: '_id',
      example: { _id: 'key_0002', rev: 1, remark: '每月一日充值' },
      asksFactor: ({ key }: { key?: string | null }) => Boolean(key),
    },
    /** Refused while the key is active or runs tasks. */
    delete: { name: 'deleteApiKey', id: 'id', example: { id: 'key_0004' } },
  },
});
export type ApiKey = RecordOf<typeof apiKeyEntity>;

/** Active, and below `lowCoins`. */
export const isLow = ({
  status,
  remainCoins,
  lowCoins,
}: Pick<ApiKey, 'status' | 'remainCoins' | 'lowCoins'>) =>
  status === 'active' && remainCoins !== null && lowCoins !== null && remainCoins < lowCoins;

export const apiKeyActions = {
  ...apiKeyEntity.actions,
  /** Pausing the last active key of a pool needs `confirm`. */
  setApiKeyStatus: changeOf(apiKeyEntity, {
    right: 'api-keys.write',
    more: {
      status: z.enum(['active', 'paused']),
      confirm: z.boolean().optional(),
      rev: rev.optional(),
    },
    example: { id: 'key_0002', status: 'paused' },
  }),
  /** Asks the provider for the account; the answer determines the state. */
  testApiKey: adminWrite({
    right: 'api-keys.write',
    ...withId(apiKeyEntity.record.extend({ ok: z.boolean() }), 'key_0001'),
  }),
  /** Per day, newest first; the last 30 days unless said otherwise. */
  getApiKeyUsage: adminRead({
    right: 'api-keys.read',
    input: byId.extend({
      range: z.strictObject({ from: day.optional(), to: day.optional() }).optional(),
    }),
    output: z.object({
      list: z.array(
        z.object({
          day: z.string(),
          tasks: z.int().default(0),
          success: z.int().default(0),
          fail: z.int().default(0),
          coins: z.number().default(0),
          seconds: z.number().default(0),
        }),
      ),
    }),
    example: { id: 'key_0001' },
  }),
  /** Replaces the key; the old one is used for the tasks it started for another `overlapMin` minutes. */
  rotateApiKey: changeOf(apiKeyEntity, {
    right: 'api-keys.write',
    more: {
      key: newKey,
      overlapMin: z.int().min(0).max(1_440).optional(),
      rev: rev.optional(),
    },
    example: { id: 'key_0001', key: 'fedcba9876543210fedcba9876543210', overlapMin: 30 },
    asksFactor: always,
  }),
};
