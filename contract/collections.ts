import { entities } from './entities.ts';

const unique = (keys: string) => ({ unique: keys });

/**
 * The indexes of the collections that hold no entities (whose declarations say theirs), as `'status -sort'`: ascending
 * by status, then descending by sort. Equality comes first, then the order, then a range; `+name` see `indexOf`.
 */
const others = {
  adminSessions: ['unaudited.time', 'adminId -lastSeenTime', 'expireTime'],
  /**
   * The second factors of administrators and their remembered devices, `_id` = the administrator's, so that nothing that
   * answers administrators reads them.
   */
  secondFactors: [],
  /** Sign-ins that wait for a code, `_id` = the challenge's hash. */
  signInChallenges: ['expireTime'],
  /** Who is at what waits, and who has put it off, `_id` = `<kind>_<record>`; see `todo.ts`. */
  claims: ['unaudited.time', 'expireTime'],
  /** What administrators keep of their lists under a name, for themselves or for all. */
  savedViews: ['unaudited.time', unique('ownerId resource name'), 'shared -createTime'],
  settings: ['files'],
  /** Earlier versions of the settings, without secrets; `_id` = `<type>_<rev>`. */
  settingRevisions: ['type -settingRev'],
  /** Agreement, privacy text and others in all their versions; `_id` = `<kind>_<version>`. */
  legalTexts: ['kind -createTime', '-createTime'],
  /** What users have agreed to, and taken back. */
  consents: ['userId -createTime', 'age -createTime'],
  /** How many orders each user has placed, `_id` = a hash; see `cloudfunctions/_shared/orders/sequence.ts`. */
  orderTurns: [],
  /** Who is at something that others must wait for, `_id` = what it is; see `cloudfunctions/_shared/base/locks.ts`. */
  turns: [],
  /** How far timers have come that go through a whole collection; see `cloudfunctions/_shared/base/progress.ts`. */
  progress: [],
  /** When jobs have something to do, `_id` = the job or a mark; see `cloudfunctions/_shared/base/due.ts`. */
  due: ['time'],
  /** Counters of attempts, `_id` = what is limited and whom; see `cloudfunctions/_shared/base/rateLimit.ts`. */
  rateLimits: ['expireTime'],
  /** What limits need of deleted accounts, `_id` = a keyed hash; see `cloudfunctions/_shared/users/pastAccounts.ts`. */
  pastAccounts: ['expireTime'],
  creditLedger: [
    '-createTime',
    'userId -createTime',
    'openid -createTime',
    'refType refId',
    'kind -createTime',
    'bucket -createTime',
  ],
  userLogs: ['unaudited.time', 'userId -createTime', 'userId type -createTime', '-createTime'],
  userUsageDaily: ['userId -day', 'day _id'],
  /** The tags that users were given, `_id` = the word's hash. */
  userTags: ['-useTime'],
  /** The claim codes of print orders from the web, `_id` = the code's hash. */
  printClaims: [],
  /** The address that an express number goes to; `_id` = the number, so that two print orders cannot claim it at once. */
  expressNumbers: ['-createTime'],
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
    'status scene -sizeBytes -createTime',
    'grams +status +name',
  ],
  apiKeyUsageDaily: ['apiKeyId -day', 'day'],
  exports: [
    'unaudited.time',
    'adminId -createTime',
    'status -createTime',
    'adminId status -createTime',
    'status claimUntil createTime',
    'status purgeTime',
  ],
  /** Archives of print files, and the photos of each while it exists. */
  printArchives: [
    'unaudited.time',
    '-createTime',
    'batchNo -createTime',
    'status -createTime',
    'batchNo status -createTime',
    'status claimUntil createTime',
    'status purgeTime',
  ],
  printArchivePhotos: ['archiveId at', 'archiveId status at'],
  /** Whom a compensation is for, in pages as they were when it was made, `_id` = `<selection>_<page>`. */
  compensationTargets: ['expireTime'],
  /** Payment, refund and other callbacks, `_id` = the sender's id, so that a repetition is recognised. */
  webhookEvents: ['-createTime', 'refId -createTime'],
  /** Figures of the dashboard; `part` is what is read together, see `cloudfunctions/_shared/counting/counters.ts`. */
  counters: ['part day'],
  /** What WeChat sells virtually, `_id` = its `productId`; see `cloudfunctions/_shared/orders/goods.ts`. */
  virtualGoods: ['unaudited.time', 'nextTime'],
  /** What newer versions have changed in the stored data, `_id` = the migration's; see docs/migrations.md. */
  migrations: [],
} satisfies Record<string, readonly (string | { unique: string })[]>;

export type CollectionName =
  | (typeof entities)[keyof typeof entities]['collection']
  | keyof typeof others;

/** The lowest figure that a document of the platform names is 20, and `_id_` and `_openid_1` may count. */
export const MOST_INDEXES = 18;

export interface IndexDefinition {
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

const keysOf = (keys: string[]): IndexDefinition['keys'] =>
  Object.fromEntries(
    keys.map(key => (/^[-+]/.test(key) ? [key.slice(1), key.startsWith('-') ? -1 : 1] : [key, 1])),
  );

/**
 * Every list breaks ties by time and then by id (`crud.ts`), and so does every index that may serve one: the index
 * alone then finds a page far down the list. Behind that stand the fields marked with `+`: conditions on them are
 * compared, and records counted by them, without reading a record.
 */
const indexOf = (declared: string | { unique: string }): IndexDefinition => {
  if (typeof declared === 'object') {
    const keys = keysOf(declared.unique.split(' '));
    return { name: `${Object.keys(keys).join('_')}_unique`, keys, unique: true };
  }
  const parts = declared.split(' ');
  const keys = keysOf(parts.filter(part => !part.startsWith('+')));
  const behind = keysOf(parts.filter(part => part.startsWith('+')));
  const direction = Object.values(keys).at(-1) ?? -1;
  return {
    name: Object.keys({ ...keys, ...behind }).join('_'),
    keys: { ...keys, createTime: keys['createTime'] ?? direction, _id: direction, ...behind },
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
