import type { AskedInFull } from '#contract/approval.ts';
import type { ActionInput } from '#contract/index.ts';
import { daysGiven } from '#contract/memberDays.ts';
import type { Package } from '#contract/package.ts';
import { packageSentences } from '#contract/sentences/packages.ts';
import { userSentences } from '#contract/sentences/users.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import type { LedgerEntry } from '#contract/user.ts';
import type { Worth } from '#contract/worth.ts';
import type { Actor } from '../base/actor.ts';
import { existing } from '../base/changeRecord.ts';
import { conflict, invalid, stateNotAllowed } from '../base/errors.ts';
import { idFromKey } from '../base/ids.ts';
import { lockOfUser } from '../base/locks.ts';
import { intended, madeBefore } from '../base/repeats.ts';
import { inTransaction, type Known, known, type Transaction } from '../base/transaction.ts';
import { post, type Posting, type StoredUser } from './ledger.ts';
import { endAfter } from './membership.ts';
import { type UserLogEntry, userLogRow } from './userLog.ts';

/** One line per key and user, however often it arrives. */
const lineId = (kind: string, userId: string, idemKey: string | undefined) =>
  `${kind}_${idFromKey(idemKey, [userId], 32)}`;

export const livingUser = async (transaction: Transaction, id: string): Promise<StoredUser> => {
  const user = await transaction.require<StoredUser>('users', id);
  if (user.status === 'deleted') throw stateNotAllowed(userSentences.deleted);
  return user;
};

/** Who gives, and who carries it out: with an approval, the approver. */
export interface Giver {
  adminId: string;
  name: string;
  by: Actor;
  /** Stored together with it. */
  also?: (transaction: Transaction) => Promise<unknown>;
  /** What that changes. */
  seen?: Known[];
}

interface Change {
  id: string;
  reason: string;
  /** '' for none. */
  userNote: string;
  entry: UserLogEntry;
  giver: Giver;
  /** Its id is made from the caller's key, if any: if this row exists, the change has happened. */
  log?: { _id: string; intent?: string };
  /** The row that is there if it has. */
  line: Known;
}

/** `work` answers the user before and after, or only after where it had happened already. */
const changeUser = async (
  { id, reason, userNote, entry, giver, log, line }: Change,
  work: (transaction: Transaction) => Promise<[StoredUser | null, StoredUser]>,
): Promise<StoredUser> => {
  const { by, name, also, seen = [] } = giver;
  const store = async (transaction: Transaction) => {
    await also?.(transaction);
    const [before, after] = await work(transaction);
    if (!before) return after;
    const row = userLogRow(after, { ...entry, operator: name });
    await transaction.insert('userLogs', { ...row, ...log });
    const noted = userNote ? { ...after, userNote } : after;
    await transaction.audit({ by, resource: 'user', resourceId: id, reason, before, after: noted });
    return after;
  };
  return inTransaction(store, {
    // Asking for approval of the same changes no version of the user.
    known: [known('users', id, undefined, ['asked']), line, ...seen],
    locks: [lockOfUser(id)],
  });
};

/** A gift that was made ready: what it is worth, under which id it is stored once, and giving it. */
export interface Gift {
  worth: Worth;
  line: string;
  /** As an approver is shown it. */
  inFull: Partial<AskedInFull>;
  /** What it rests on, to be compared when it is approved. */
  found: string;
  give: (giver: Giver) => Promise<StoredUser>;
}

/** Changes the balance. */
export const adjustment = (request: ActionInput<'adminUser', 'adjustCredits'>): Gift => {
  const { id, bucket, delta, reason, userNote = '', idemKey } = request;
  const line = lineId('adj', id, idemKey);
  const detail = `${delta > 0 ? '+' : ''}${delta}，${reason}`;
  const entry = { type: 'credits', title: userSentences.creditsAdjusted, detail } as const;
  return {
    worth: { credits: delta, days: 0 },
    line,
    inFull: bucket === 'paid' ? { paidCredits: delta } : { giftCredits: delta },
    found: '',
    give: giver => {
      const posting: Posting = {
        _id: line,
        kind: 'admin',
        bucket,
        delta,
        reason,
        userNote,
        refType: 'admin',
        refId: giver.adminId,
        operator: giver.name,
        ...intended(request),
      };
      const change = { id, reason, userNote, entry, giver, line: known('creditLedger', line) };
      return changeUser(change, async transaction => {
        const first = await transaction.get<LedgerEntry>('creditLedger', line);
        const before = await livingUser(transaction, id);
        if (first && madeBefore(first, request)) return [null, before];
        return [before, await post(transaction, before, [posting])];
      });
    },
  };
};

/** By default the package's own days, added to what the user has. */
const endOf = (user: StoredUser, chosen: Package, now: number): number | null =>
  chosen.days === null ? null : endAfter(user, chosen.days * DAY_MS, now);

/** Changes the membership, perhaps with the credits of its package. @throws 40001, 40901 when more would be given by now */
export const packageChange = (
  request: ActionInput<'adminUser', 'updateUserPackage'>,
  [chosen, seen]: [Package | null, StoredUser],
): Gift => {
  const { id, packageId = '', packageExpireTime, grantCredits = false, rev } = request;
  const { reason, userNote = '' } = request;
  if (packageId && !chosen) throw invalid({ packageId: packageSentences.chosenGone });
  if (packageExpireTime && packageExpireTime <= Date.now())
    throw invalid({ packageExpireTime: userSentences.futureTimeRequired });
  const line = lineId('pkg', id, request.idemKey);
  const granted = grantCredits && chosen ? chosen : { credits: 0, giftCredits: 0 };
  const detail = [chosen?.name ?? userSentences.packageRemoved, reason].join('，');
  const entry = {
    type: 'package',
    title: userSentences.packageAdjusted,
    detail,
    refType: 'package',
    refId: packageId,
  } as const;
  const log = { _id: line, ...intended(request) };
  const after = (before: StoredUser, now: number) => {
    const end = chosen ? endOf(before, chosen, now) : null;
    return {
      packageId,
      packageName: chosen?.name ?? '',
      packageExpireTime: chosen && packageExpireTime !== undefined ? packageExpireTime : end,
    };
  };
  const now = Date.now();
  const planned = after(seen, now);
  const days = daysGiven(seen, planned, now);
  const { packageName, packageExpireTime: untilTime } = planned;
  return {
    worth: { credits: granted.credits + granted.giftCredits, days },
    line,
    inFull: {
      paidCredits: granted.credits,
      giftCredits: granted.giftCredits,
      days,
      packageName: packageName || seen.packageName,
      untilTime,
    },
    found: JSON.stringify([seen.packageId, seen.packageExpireTime, packageName, chosen?.days]),
    give: giver => {
      const operator = giver.name;
      const about = { refType: 'package', refId: packageId, reason, userNote, operator } as const;
      const postings: Posting[] = [
        { _id: `${line}_paid`, kind: 'admin', bucket: 'paid', delta: granted.credits, ...about },
        {
          _id: `${line}_gift`,
          kind: 'admin',
          bucket: 'gift',
          delta: granted.giftCredits,
          ...about,
        },
      ];
      const change = { id, reason, userNote, entry, giver, log, line: known('userLogs', line) };
      return changeUser(change, async transaction => {
        const repeated = await transaction.get('userLogs', line);
        const before = await livingUser(transaction, id);
        if (repeated && madeBefore(repeated, request)) return [null, before];
        existing(before, rev);
        const patch = after(before, transaction.now);
        if (Math.abs(daysGiven(before, patch, transaction.now)) > Math.abs(days))
          throw conflict(before);
        return [before, await post(transaction, before, postings, { patch })];
      });
    },
  };
};
