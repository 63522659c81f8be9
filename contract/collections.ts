import { entities } from './entities.ts';

const unique = (keys: string) => ({ unique: keys });

/**
 * The indexes of the collections that hold no entities, whose declarations say theirs, as `'status -sort'`: ascending by status, then descending by sort. Equality
 * comes first, then the order, then a range.
 */
const others = {
  admins: ['unaudited.time', unique('username'), 'avatar'],
  adminSessions: ['unaudited.time', 'adminId -lastSeenTime', 'expireTime'],
  settings: ['files'],
  /** Earlier versions of the settings, without secrets; `_id` = `<type>_<rev>`. */
  settingRevisions: ['type -settingRev'],
  auditLogs: [
    '-createTime',
    'adminId -createTime',
    'resource resourceId -createTime',
    'action -createTime',
    'function -createTime',
    'resource -createTime',
    'resourceId -createTime',
    'result -createTime',
  ],
  /** How many orders each user has placed, `_id` = his openid; see `cloudfunctions/_shared/orders/sequence.ts`. */
  orderTurns: [],
  /** Who is at something that others must wait for, `_id` = what it is; see `cloudfunctions/_shared/base/locks.ts`. */
  turns: [],
  /** Counters of attempts, `_id` = what is limited and whom; see `cloudfunctions/_shared/base/rateLimit.ts`. */
  rateLimits: ['expireTime'],
  users: [
    'unaudited.time',
    '-createTime',
    unique('openid'),
    'status -createTime',
    '-lastActiveTime',
    'status -lastActiveTime',
    'packageId -createTime',
    'packageId status -createTime',
    'channel -createTime',
    'channel status -createTime',
    'phoneTail -createTime',
    'tags -createTime',
    'tags status -createTime',
    'status disabledUntil',
    'grams',
  ],
  creditLedger: [
    '-createTime',
    'userId -createTime',
    'openid -createTime',
    'refType refId',
    'kind -createTime',
  ],
  userLogs: ['unaudited.time', 'userId -createTime', 'userId type -createTime', '-createTime'],
  userUsageDaily: ['userId -day', 'day'],
  tasks: [
    '-createTime',
    unique('taskNo'),
    'status -createTime',
    'userId -createTime',
    'templateId -createTime',
    'templateId status -createTime',
    'apiKeyId status',
    'errorCode -createTime',
    'errorCode status -createTime',
    'apiKeyId -createTime',
    'rhTaskId',
    'status nextPollTime',
  ],
  orders: [
    'unaudited.time',
    '-createTime',
    unique('orderNo'),
    'transactionId',
    'status -createTime',
    'type -createTime',
    'type status -createTime',
    'payChannel -createTime',
    'payChannel status -createTime',
    'userId -createTime',
    'openid -createTime',
    'refundStatus -createTime',
    'refundStatus status -createTime',
    'fulfil.status -createTime',
    'fulfil.status status -createTime',
    '-payFen',
    '-payTime',
    'status -payTime',
    'status -payFen',
    'status expireTime',
    'payChannel payTime _id',
    'grams',
  ],
  refunds: [
    '-createTime',
    'status -createTime',
    'orderId -createTime',
    'userId -createTime',
    'status nextQueryTime',
    '-successTime',
    'status -successTime',
    'afterVoid -createTime',
    'payChannel successTime _id',
  ],
  /** `_id` = the day, `20261120`; see `cloudfunctions/_shared/reconciliation/`. */
  reconciliationDays: [
    'unaudited.time',
    '-createTime',
    '-dayTime',
    'status -dayTime',
    'status -createTime',
    'nextTime',
  ],
  /** `key`: day, kind and number, so that the same difference found again has the same id. */
  reconciliationDifferences: [
    '-createTime',
    unique('key'),
    '-dayTime',
    'day -createTime',
    'day status -createTime',
    'status -createTime',
    'status -dayTime',
    'kind -createTime',
    'kind status -createTime',
  ],
  printOrders: [
    'unaudited.time',
    '-createTime',
    unique('printNo'),
    'status -createTime',
    'status slaTime',
    'userId -createTime',
    'openid -createTime',
    'slaTime',
    'status overdue slaTime',
    'overdue -createTime',
    'status shipTime',
    '-shipTime',
    'expressCompany -createTime',
    'expressCompany status -createTime',
    'sizeIds status -createTime',
    'sizeIds -createTime',
    'expressNo',
    'batchNo -createTime',
    'orderId',
    'grams',
    'files',
  ],
  /** The address that an express number goes to; `_id` = the number, so that two print orders cannot claim it at once. */
  expressNumbers: ['-createTime'],
  activationBatches: [
    '-createTime',
    unique('batchNo'),
    'status -createTime',
    'channel -createTime',
    'expireTime',
    'job.kind -createTime',
    'grams',
  ],
  /** `codeHash`: the code itself is stored encrypted. */
  activationCodes: [
    '-createTime',
    unique('codeHash'),
    'tail -createTime',
    'batchId serial',
    'serial',
    'status serial',
    'batchId -createTime',
    'batchId status -createTime',
    'status -createTime',
    'status expireTime',
    'status -usedTime',
    '-usedTime',
    'usedBy.userId -usedTime',
  ],
  files: [
    'unaudited.time',
    '-createTime',
    unique('filePath'),
    'status -createTime',
    'status scene -createTime',
    'userId -createTime',
    'sha256',
    'status purgeTime',
    'status unused -createTime',
    'status isDuplicate -createTime',
    'status unused scene -createTime',
    'status isDuplicate scene -createTime',
    'status -sizeBytes -createTime',
    'grams',
  ],
  videos: [
    'unaudited.time',
    '-createTime',
    unique('fileId'),
    'status -createTime',
    'status nextPollTime',
    '-sizeBytes',
    '-durationSec',
    'grams',
  ],
  apiKeyUsageDaily: ['apiKeyId -day'],
  exports: [
    'unaudited.time',
    'adminId -createTime',
    'status -createTime',
    'adminId status -createTime',
    'status claimUntil',
    'status purgeTime',
  ],
  /** Payment, refund and other callbacks, `_id` = the sender's id, so that a repetition is recognised. */
  webhookEvents: ['-createTime'],
  /** Figures of the dashboard; `part` is what is read together, see `cloudfunctions/_shared/counting/counters.ts`. */
  counters: ['part day'],
} satisfies Record<string, readonly (string | { unique: string })[]>;

export type CollectionName =
  (typeof entities)[keyof typeof entities]['collection'] | keyof typeof others;

interface IndexDefinition {
  name: string;
  keys: Record<string, 1 | -1>;
  unique?: boolean;
}

export interface CollectionDefinition {
  name: CollectionName;
  /** Only functions touch the database. */
  acl: 'ADMINONLY';
  indexes: IndexDefinition[];
}

const keysOf = (keys: string): IndexDefinition['keys'] =>
  Object.fromEntries(
    keys.split(' ').map(key => (key.startsWith('-') ? [key.slice(1), -1] : [key, 1])),
  );

/**
 * Every list breaks ties by time and then by id (`crud.ts`), and so does every index that may serve one: the index
 * alone then finds a page far down the list.
 */
const indexOf = (declared: string | { unique: string }): IndexDefinition => {
  if (typeof declared === 'object') {
    const keys = keysOf(declared.unique);
    return { name: `${Object.keys(keys).join('_')}_unique`, keys, unique: true };
  }
  const keys = keysOf(declared);
  const direction = Object.values(keys).at(-1) ?? -1;
  return {
    name: Object.keys(keys).join('_'),
    keys: { ...keys, createTime: keys['createTime'] ?? direction, _id: direction },
  };
};

export const collections: CollectionDefinition[] = [
  ...Object.values(entities).map(({ collection, indexes }) => [collection, indexes] as const),
  ...Object.entries(others),
].map(([name, indexes]) => ({
  name: name as CollectionName,
  acl: 'ADMINONLY',
  indexes: indexes.map(indexOf),
}));
