import type { ActionInput } from '#contract/index.ts';
import type { Package } from '#contract/package.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { packageSentences } from '#contract/sentences/packages.ts';
import { userSentences } from '#contract/sentences/users.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import type { LedgerEntry } from '#contract/user.ts';
import { checkLimit, withinDay } from '../_shared/admins/limits.ts';
import { actorOf, nameOf } from '../_shared/base/actor.ts';
import { existing } from '../_shared/base/changeRecord.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { invalid, stateNotAllowed } from '../_shared/base/errors.ts';
import { idFromKey } from '../_shared/base/ids.ts';
import { lockOfUser, withLocks } from '../_shared/base/locks.ts';
import { intended, madeBefore } from '../_shared/base/repeats.ts';
import { repository, type Stored } from '../_shared/base/repository.ts';
import { inTransaction, type Transaction } from '../_shared/base/transaction.ts';
import { post, type Posting, type StoredUser } from '../_shared/users/ledger.ts';
import { endAfter } from '../_shared/users/membership.ts';
import { type UserLogEntry, userLogRow } from '../_shared/users/userLog.ts';

const ledger = repository<LedgerEntry>('creditLedger');
const userLogs = repository<Stored>('userLogs');

/** One line per key and user, however often it arrives. */
const lineId = (kind: string, userId: string, idemKey: string | undefined) =>
  `${kind}_${idFromKey(idemKey, [userId], 32)}`;

const living = async (transaction: Transaction, id: string): Promise<StoredUser> => {
  const user = await transaction.require<StoredUser>('users', id);
  if (user.status === 'deleted') throw stateNotAllowed(userSentences.deleted);
  return user;
};

interface Change {
  id: string;
  reason: string;
  /** '' for none. */
  userNote: string;
  entry: UserLogEntry;
  context: AdminContext;
  /** Its id is made from the caller's key, if any: if this row exists, the change has happened. */
  log?: { _id: string; intent?: string };
}

/** `work` answers the user before and after, or only after where it had happened already. */
const changeUser = async (
  { id, reason, userNote, entry, context, log }: Change,
  work: (transaction: Transaction) => Promise<[StoredUser | null, StoredUser]>,
): Promise<StoredUser> => {
  const by = await actorOf(context);
  const store = async (transaction: Transaction) => {
    const [before, after] = await work(transaction);
    if (!before) return after;
    const row = userLogRow(after, { ...entry, operator: by.name });
    await transaction.insert('userLogs', { ...row, ...log });
    const noted = userNote ? { ...after, userNote } : after;
    await transaction.audit({ by, resource: 'user', resourceId: id, reason, before, after: noted });
    return after;
  };
  return withLocks([lockOfUser(id)], () => inTransaction(store));
};

export const adjustCredits = async (
  request: ActionInput<'adminUser', 'adjustCredits'>,
  context: AdminContext,
): Promise<StoredUser> => {
  const { id, bucket, delta, reason, userNote = '', idemKey } = request;
  const admin = await context.admin();
  const posting: Posting = {
    _id: lineId('adj', id, idemKey),
    kind: 'admin',
    bucket,
    delta,
    reason,
    userNote,
    refType: 'admin',
    refId: admin._id,
    operator: nameOf(admin),
    ...intended(request),
  };
  const detail = `${delta > 0 ? '+' : ''}${delta}，${reason}`;
  const entry = { type: 'credits', title: userSentences.creditsAdjusted, detail } as const;
  const change = () =>
    changeUser({ id, reason, userNote, entry, context }, async transaction => {
      const first = await transaction.get<LedgerEntry>('creditLedger', posting._id);
      const before = await living(transaction, id);
      if (first && madeBefore(first, request)) return [null, before];
      return [before, await post(transaction, before, [posting])];
    });
  return givenWithin(context, delta, () => ledger.get(posting._id), change);
};

/** Gives credits as far as the role may. @param repeated the row of an earlier call with the same key */
const givenWithin = async <R>(
  context: AdminContext,
  amount: number,
  repeated: () => Promise<unknown>,
  give: () => Promise<R>,
): Promise<R> => {
  const { creditLimit, creditDayLimit: limit } = (await context.permissions()).limits;
  if (amount <= 0 || (creditLimit === null && limit === null)) return give();
  const isRepeated = (await repeated()) !== null;
  if (!isRepeated) checkLimit(amount, creditLimit, adminSentences.aboveGift);
  const inWords = adminSentences.creditsADay;
  return withinDay(context, { what: 'credits', amount, limit, isRepeated, inWords }, give);
};

/** By default the package's own days, added to what the user has. */
const endOf = (user: StoredUser, chosen: Package, now: number): number | null =>
  chosen.days === null ? null : endAfter(user, chosen.days * DAY_MS, now);

export const updateUserPackage = async (
  request: ActionInput<'adminUser', 'updateUserPackage'>,
  context: AdminContext,
  chosen: Package | null,
): Promise<StoredUser> => {
  const { id, packageId = '', packageExpireTime, grantCredits = false, rev } = request;
  const { reason, userNote = '' } = request;
  if (packageId && !chosen) throw invalid({ packageId: packageSentences.chosenGone });
  if (packageExpireTime && packageExpireTime <= Date.now())
    throw invalid({ packageExpireTime: userSentences.futureTimeRequired });
  const operator = nameOf(await context.admin());
  const line = lineId('pkg', id, request.idemKey);
  const about = { refType: 'package', refId: packageId, reason, userNote, operator } as const;
  const granted = grantCredits && chosen ? chosen : { credits: 0, giftCredits: 0 };
  const postings: Posting[] = [
    { _id: `${line}_paid`, kind: 'admin', bucket: 'paid', delta: granted.credits, ...about },
    { _id: `${line}_gift`, kind: 'admin', bucket: 'gift', delta: granted.giftCredits, ...about },
  ];
  const detail = [chosen?.name ?? userSentences.packageRemoved, reason].join('，');
  const entry = {
    type: 'package',
    title: userSentences.packageAdjusted,
    detail,
    refType: 'package',
  } as const;
  const log = { _id: line, ...intended(request) };
  const change = { id, reason, userNote, entry: { ...entry, refId: packageId }, context, log };
  const give = () =>
    changeUser(change, async transaction => {
      const repeated = await transaction.get('userLogs', line);
      const before = await living(transaction, id);
      if (repeated && madeBefore(repeated, request)) return [null, before];
      existing(before, rev);
      const end = chosen ? endOf(before, chosen, transaction.now) : null;
      const patch = {
        packageId,
        packageName: chosen?.name ?? '',
        packageExpireTime: chosen && packageExpireTime !== undefined ? packageExpireTime : end,
      };
      const after = await post(transaction, before, postings, { patch });
      return [before, after];
    });
  const amount = granted.credits + granted.giftCredits;
  return givenWithin(context, amount, () => userLogs.get(line), give);
};
