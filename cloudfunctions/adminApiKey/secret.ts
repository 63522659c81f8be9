import { createHash } from 'node:crypto';
import type { ActionInput } from '#contract/index.ts';
import { type ApiKey, apiKeyDefaults } from '#contract/apiKey.ts';
import { auditRow } from '../_shared/audit.ts';
import type { AdminContext } from '../_shared/dispatcher.ts';
import { conflict, invalid, isDuplicate, notFound, stateNotAllowed } from '../_shared/errors.ts';
import { newId } from '../_shared/repository.ts';
import { isKept, mask, seal } from '../_shared/secrets.ts';
import { keyPlace, type StoredApiKey } from '../_shared/tasks/keys.ts';
import { inTransaction } from '../_shared/transaction.ts';

const MINUTE_MS = 60_000;
const DEFAULT_OVERLAP_MIN = 60;

/** Hash to compare two keys without revealing them. */
const fingerprintOf = (key: string) => createHash('sha256').update(`key ${key}`).digest('hex');

const sealed = (id: string, key: string) => ({
  keyCipher: seal(key, keyPlace(id)),
  keyMask: mask(key),
  fingerprint: fingerprintOf(key),
});

/** State of the previous key that does not apply to its replacement. */
const unproven = { failStreak: 0, lastErrorCode: 0, lastErrorTime: null, lastCheckTime: null };

type Written = StoredApiKey & { fingerprint: string };

const orTaken = (error: unknown): never => {
  if (isDuplicate(error)) throw invalid({ key: '该密钥已存在' });
  throw error;
};

const byOf = async (context: AdminContext) => {
  const admin = await context.admin();
  return { admin, by: { adminId: admin._id, name: admin.nickName || admin.username } };
};

export const createApiKey = async (
  { key, idemKey, ...fields }: ActionInput<'adminApiKey', 'createApiKey'>,
  context: AdminContext,
): Promise<ApiKey> => {
  const now = Date.now();
  const { admin, by } = await byOf(context);
  const _id = idemKey
    ? createHash('sha256').update(`${admin._id}\n${idemKey}`).digest('hex').slice(0, 24)
    : newId();
  const record: Written = {
    ...apiKeyDefaults,
    ...fields,
    ...sealed(_id, key),
    ...unproven,
    _id,
    rev: 1,
    createTime: now,
    updateTime: now,
    createBy: by,
    updateBy: by,
    provider: 'runninghub',
    status: 'active',
    runningCount: 0,
    apiType: '',
    remainCoins: null,
    remainMoneyFen: null,
    rotateTime: null,
    previousCipher: '',
    previousUntil: null,
  };
  const row = auditRow(context, admin, { resource: 'apiKey', resourceId: _id, after: record });
  return inTransaction(async transaction => {
    const first = idemKey ? await transaction.get<StoredApiKey>('apiKeys', _id) : null;
    if (first) return first;
    await transaction.insert('apiKeys', record);
    await transaction.insert('auditLogs', row);
    return record;
  }).catch(orTaken);
};

/** Changes a key's record with its audit row; `change` returns the patch. */
const rewrite = async (
  id: string,
  rev: number | undefined,
  context: AdminContext,
  change: (before: StoredApiKey, now: number) => Partial<Written>,
): Promise<StoredApiKey> => {
  const now = Date.now();
  const rowId = newId();
  const { admin, by } = await byOf(context);
  return inTransaction(async transaction => {
    const before = await transaction.get<StoredApiKey>('apiKeys', id);
    if (!before) throw notFound();
    if (rev !== undefined && before.rev !== rev) throw conflict(before);
    const changed = Object.fromEntries(
      Object.entries(change(before, now)).filter(([, value]) => value !== undefined),
    );
    const patch = { ...changed, updateBy: by, rev: before.rev + 1, updateTime: now };
    await transaction.update('apiKeys', id, patch);
    const after = { ...before, ...patch };
    const target = { resource: 'apiKey', resourceId: id };
    const row = auditRow(context, admin, { ...target, before, after });
    await transaction.insert('auditLogs', { ...row, _id: rowId });
    return after;
  }).catch(orTaken);
};

export const updateApiKey = async (
  { _id, rev, key, ...fields }: ActionInput<'adminApiKey', 'updateApiKey'>,
  context: AdminContext,
): Promise<ApiKey> => {
  if (!isKept(key) && key.length < 16) throw invalid({ key: '密钥至少 16 个字符' });
  const secret = isKept(key) ? {} : { ...sealed(_id, key), ...unproven };
  return rewrite(_id, rev, context, () => ({ ...fields, ...secret }) as Partial<Written>);
};

/** The old key is kept for a while, because only it can be used to ask for the tasks it started. */
export const rotateApiKey = async (
  { id, key, overlapMin = DEFAULT_OVERLAP_MIN, rev }: ActionInput<'adminApiKey', 'rotateApiKey'>,
  context: AdminContext,
): Promise<ApiKey> => {
  const secret = sealed(id, key);
  return rewrite(id, rev, context, (before, now) => {
    if ((before as Written).fingerprint === secret.fingerprint)
      throw stateNotAllowed('新密钥与现有密钥相同');
    return {
      ...secret,
      ...unproven,
      rotateTime: now,
      previousCipher: overlapMin > 0 ? before.keyCipher : '',
      previousUntil: overlapMin > 0 ? now + overlapMin * MINUTE_MS : null,
    };
  });
};
