import { createHash } from 'node:crypto';
import type { ActionInput } from '#contract/index.ts';
import type { Package } from '#contract/package.ts';
import type { LedgerEntry } from '#contract/user.ts';
import { codes } from '#contract/envelope.ts';
import { auditRow } from '../_shared/audit.ts';
import type { AdminContext } from '../_shared/dispatcher.ts';
import { ActionError, conflict, invalid, notFound, stateNotAllowed } from '../_shared/errors.ts';
import { post, type Posting, type StoredUser } from '../_shared/ledger.ts';
import { newId } from '../_shared/repository.ts';
import { inTransaction, type Transaction } from '../_shared/transaction.ts';
import { inTurn, turnOfUser } from '../_shared/turns.ts';
import { type UserLogEntry, userLogRow } from '../_shared/userLog.ts';

const DAY_MS = 86_400_000;

/** One line per key and user, however often it arrives. */
const lineId = (kind: string, userId: string, idemKey: string | undefined) =>
  idemKey === undefined
    ? `${kind}_${newId()}`
    : `${kind}_${createHash('sha256').update(`${userId}\n${idemKey}`).digest('hex').slice(0, 32)}`;

const living = async (transaction: Transaction, id: string): Promise<StoredUser> => {
  const user = await transaction.get<StoredUser>('users', id);
  if (!user) throw notFound();
  if (user.status === 'deleted') throw stateNotAllowed('用户已注销');
  return user;
};

interface Change {
  id: string;
  reason: string;
  entry: UserLogEntry;
  context: AdminContext;
  /** Derived from the caller's key, if any: if this row exists, the change has happened. */
  logId?: string;
}

/**
 * Stores a change with its log and audit row, holding the user's lock. `work` returns the user before and after, or
 * only after.
 */
const withTraces = async (
  { id, reason, entry, context, logId = newId() }: Change,
  work: (transaction: Transaction, now: number) => Promise<[StoredUser | null, StoredUser]>,
): Promise<StoredUser> => {
  const now = Date.now();
  const admin = await context.admin();
  const operator = admin.nickName || admin.username;
  const rowId = newId();
  const store = async (transaction: Transaction) => {
    const [before, after] = await work(transaction, now);
    if (!before) return after;
    const log = userLogRow(after, { ...entry, operator }, now, logId);
    await transaction.insert('userLogs', log);
    const target = { resource: 'user', resourceId: id, reason };
    const row = auditRow(context, admin, { ...target, before, after });
    await transaction.insert('auditLogs', { ...row, _id: rowId });
    return after;
  };
  return inTurn([turnOfUser(id)], () => inTransaction(store));
};

export const adjustCredits = async (
  { id, bucket, delta, reason, idemKey }: ActionInput<'adminUser', 'adjustCredits'>,
  context: AdminContext,
): Promise<StoredUser> => {
  const { _id: adminId, nickName, username } = await context.admin();
  const posting: Posting = {
    _id: lineId('adj', id, idemKey),
    kind: 'admin',
    bucket,
    delta,
    reason,
    refType: 'admin',
    refId: adminId,
    operator: nickName || username,
  };
  const detail = `${delta > 0 ? '+' : ''}${delta}，${reason}`;
  const entry = { type: 'credits', title: '人工调整积分', detail } as const;
  return withTraces({ id, reason, entry, context }, async (transaction, now) => {
    const first = await transaction.get<LedgerEntry>('creditLedger', posting._id);
    const before = await living(transaction, id);
    if (first && (first.bucket !== bucket || first.delta !== delta))
      throw new ActionError(codes.repeated);
    if (first) return [null, before];
    return [before, await post(transaction, before, [posting], { now })];
  });
};

/** By default the package's own days, from now or from the end of the same membership. */
const endOf = (user: StoredUser, chosen: Package, now: number): number | null => {
  if (chosen.days === null) return null;
  const same = user.packageId === chosen._id ? (user.packageExpireTime ?? 0) : 0;
  return Math.max(now, same) + chosen.days * DAY_MS;
};

export const updateUserPackage = async (
  { id, packageId = '', ...request }: ActionInput<'adminUser', 'updateUserPackage'>,
  context: AdminContext,
  chosen: Package | null,
): Promise<StoredUser> => {
  const { packageExpireTime, grantCredits = false, reason, rev, idemKey } = request;
  if (packageId && !chosen) throw invalid({ packageId: '所选套餐已不存在，请重新选择' });
  if (packageExpireTime && packageExpireTime <= Date.now())
    throw invalid({ packageExpireTime: '请选择将来的时间' });
  const { nickName, username } = await context.admin();
  const operator = nickName || username;
  const line = lineId('pkg', id, idemKey);
  const about = { refType: 'package', refId: packageId, reason, operator } as const;
  const granted = grantCredits && chosen ? chosen : { credits: 0, giftCredits: 0 };
  const postings: Posting[] = [
    { _id: `${line}_paid`, kind: 'admin', bucket: 'paid', delta: granted.credits, ...about },
    { _id: `${line}_gift`, kind: 'admin', bucket: 'gift', delta: granted.giftCredits, ...about },
  ];
  const detail = [chosen?.name ?? '取消套餐', reason].join('，');
  const entry = { type: 'package', title: '人工调整套餐', detail, refType: 'package' } as const;
  const change = { id, reason, entry: { ...entry, refId: packageId }, context, logId: line };
  return withTraces(change, async (transaction, now) => {
    const repeated = await transaction.get('userLogs', line);
    const before = await living(transaction, id);
    if (repeated) return [null, before];
    if (rev !== undefined && before.rev !== rev) throw conflict(before);
    const end = chosen ? endOf(before, chosen, now) : null;
    const patch = {
      packageId,
      packageName: chosen?.name ?? '',
      packageExpireTime: packageExpireTime === undefined ? end : packageExpireTime,
    };
    const after = await post(transaction, before, postings, { patch, now });
    return [before, after];
  });
};
