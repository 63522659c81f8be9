import {
  action,
  byId,
  type Choice,
  createInput,
  deleted,
  unsearchedListInput,
  listOutput,
  oneOrMany,
  updateInput,
} from './action.ts';
import { keysOf, type Transitions } from './states.ts';
import { author, fen, id, instant, line, optionalText, recordFields, rev, z } from './zod.ts';

export const apiKeyStatuses = {
  active: { label: '正常', tone: 'success' },
  paused: { label: '已暂停', tone: 'neutral' },
  exhausted: { label: '余额不足', tone: 'warning' },
  invalid: { label: '已失效', tone: 'danger' },
} as const satisfies Record<string, Choice>;
export type ApiKeyStatus = keyof typeof apiKeyStatuses;

/** All moves, whether made by a test, a task or a person. */
export const apiKeyTransitions: Transitions<ApiKeyStatus> = {
  active: ['paused', 'exhausted', 'invalid'],
  paused: ['active', 'exhausted', 'invalid'],
  exhausted: ['active', 'paused', 'invalid'],
  invalid: ['active', 'paused', 'exhausted'],
};
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

/** Write-only. Absent, empty or masked in an update keeps the stored key. */
const secretKey = line(200);

/** Templates ask for a pool, not for a key. */
export const keyPool = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,31}$/, '以小写字母开头，只含小写字母、数字和 _ -');
export const DEFAULT_POOL = 'default';

export const apiKeyFields = {
  name: line(30).min(2),
  region: z.enum(keysOf(apiKeyRegions)),
  pool: keyPool,
  kind: z.enum(keysOf(apiKeyKinds)),
  /** Tasks at the same time; the provider allows 1 for personal keys and 50 for others. */
  maxConcurrency: z.int().min(1).max(100),
  /** Of two free keys the one with the greater weight is chosen more often. */
  weight: z.int().min(1).max(100),
  /** Warn below this; null for never. */
  lowCoins: z.int().min(0).max(100_000_000).nullable(),
  dailyCoinsCap: z.int().min(1).max(100_000_000).nullable(),
  remark: optionalText(200),
};
export const apiKeyDefaults = {
  region: 'cn' as const,
  pool: DEFAULT_POOL,
  kind: 'consumer' as const,
  maxConcurrency: 1,
  weight: 10,
  lowCoins: null,
  dailyCoinsCap: null,
  remark: '',
};

export const apiKey = z.object({
  ...recordFields,
  name: z.string(),
  provider: z.literal('runninghub').default('runninghub'),
  region: z.enum(keysOf(apiKeyRegions)).default('cn'),
  pool: z.string().default(DEFAULT_POOL),
  /** The only part of the key that is ever shown. */
  keyMask: z.string(),
  /** The stored key can no longer be decrypted: it must be replaced. */
  keyDamaged: z.boolean().optional(),
  kind: z.enum(keysOf(apiKeyKinds)).default('consumer'),
  maxConcurrency: z.int().default(1),
  weight: z.int().default(10),
  status: z.enum(keysOf(apiKeyStatuses)),
  runningCount: z.int().default(0),
  remainCoins: z.number().nullable().default(null),
  remainMoneyFen: fen.nullable().default(null),
  apiType: z.string().default(''),
  lastCheckTime: instant.nullable().default(null),
  /** The provider's number of the last error; 0 for none. */
  lastErrorCode: z.int().default(0),
  lastErrorTime: instant.nullable().default(null),
  failStreak: z.int().default(0),
  lowCoins: z.int().nullable().default(null),
  dailyCoinsCap: z.int().nullable().default(null),
  rotateTime: instant.nullable().default(null),
  /** Until then the previous key is used for the tasks it started. */
  previousUntil: instant.nullable().default(null),
  remark: z.string().default(''),
  createBy: author.nullable().default(null),
  updateBy: author.nullable().default(null),
});
export type ApiKey = z.output<typeof apiKey>;

/** Active, and below `lowCoins`. */
export const isLow = ({
  status,
  remainCoins,
  lowCoins,
}: Pick<ApiKey, 'status' | 'remainCoins' | 'lowCoins'>) =>
  status === 'active' && remainCoins !== null && lowCoins !== null && remainCoins < lowCoins;

export const apiKeyFilter = {
  ids: z.array(id).max(100),
  status: oneOrMany(z.enum(keysOf(apiKeyStatuses))),
  pool: z.string().max(32),
  /** As `isLow`. */
  low: z.literal(true),
};
export const apiKeySorts = ['createTime'] as const;

const newKey = secretKey.min(16, '密钥至少 16 个字符');
const day = z.string().regex(/^\d{8}$/, '格式不正确');

export const apiKeyActions = {
  getApiKeys: action({
    access: 'admin',
    effect: 'read',
    input: unsearchedListInput(apiKeyFilter, apiKeySorts),
    output: listOutput(apiKey),
    example: { page: 1, pageSize: 20, filter: { status: 'active' }, withCounts: true },
  }),
  getApiKeyById: action({
    access: 'admin',
    effect: 'read',
    input: byId,
    output: apiKey,
    example: { id: 'key_0001' },
  }),
  createApiKey: action({
    access: 'admin',
    effect: 'write',
    input: createInput({ ...apiKeyFields, key: newKey }, apiKeyDefaults),
    output: apiKey,
    example: { name: '示例密钥', key: '0123456789abcdef0123456789abcdef' },
  }),
  updateApiKey: action({
    access: 'admin',
    effect: 'write',
    input: updateInput(apiKeyFields).extend({
      _id: id,
      rev,
      key: secretKey.nullable().optional(),
    }),
    output: apiKey,
    example: { _id: 'key_0002', rev: 1, remark: '每月一日充值' },
  }),
  /** Refused while the key is active or runs tasks. */
  deleteApiKey: action({
    access: 'admin',
    effect: 'write',
    input: byId.extend({ rev: rev.optional() }),
    output: deleted,
    example: { id: 'key_0004' },
  }),
  /** Pausing the last active key of a pool needs `confirm`. */
  setApiKeyStatus: action({
    access: 'admin',
    effect: 'write',
    input: byId.extend({
      status: z.enum(['active', 'paused']),
      confirm: z.boolean().optional(),
      rev: rev.optional(),
    }),
    output: apiKey,
    example: { id: 'key_0002', status: 'paused' },
  }),
  /** Asks the provider for the account; the answer determines the state. */
  testApiKey: action({
    access: 'admin',
    effect: 'write',
    input: byId,
    output: apiKey.extend({ ok: z.boolean() }),
    example: { id: 'key_0001' },
  }),
  /** Per day, newest first; the last 30 days unless said otherwise. */
  getApiKeyUsage: action({
    access: 'admin',
    effect: 'read',
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
  rotateApiKey: action({
    access: 'admin',
    effect: 'write',
    input: byId.extend({
      key: newKey,
      overlapMin: z.int().min(0).max(1_440).optional(),
      rev: rev.optional(),
    }),
    output: apiKey,
    example: { id: 'key_0001', key: 'fedcba9876543210fedcba9876543210', overlapMin: 30 },
  }),
};
