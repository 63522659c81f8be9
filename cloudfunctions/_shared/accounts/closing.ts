import { taskIdOf } from '#contract/file.ts';
import { userSentences } from '#contract/sentences/users.ts';
import { mayMove } from '#contract/states.ts';
import { userEntity, userStatuses } from '#contract/user.ts';
import { approvals } from '../approvals/records.ts';
import type { Actor } from '../base/actor.ts';
import { changeLatest } from '../base/changeRecord.ts';
import { _ } from '../base/cloud.ts';
import { markDue } from '../base/due.ts';
import { findDue } from '../base/eachDue.ts';
import { environment } from '../base/environment.ts';
import { eraseFiles } from '../base/eraseFiles.ts';
import { stateNotAllowed } from '../base/errors.ts';
import { type FileRow, files } from '../base/files.ts';
import { reporting } from '../base/log.ts';
import { pagesOf } from '../base/pages.ts';
import { idsOf, repository, type Stored } from '../base/repository.ts';
import type { Transaction } from '../base/transaction.ts';
import { forgetMessages } from '../messages/remove.ts';
import { withoutAddressee } from '../orders/invoices.ts';
import { orders, type StoredOrder } from '../orders/orders.ts';
import { placeInSequence, sequenceOf } from '../orders/sequence.ts';
import { withoutWords } from '../refunds/asks.ts';
import { cancelTasksOf } from '../tasks/cancelTasksOf.ts';
import { eraseTask } from '../tasks/erase.ts';
import { heldBy } from '../tasks/held.ts';
import { tasks } from '../tasks/tasks.ts';
import { type StoredUser, users } from '../users/ledger.ts';
import { keepPastAccount, keptFor } from '../users/pastAccounts.ts';
import { logs, userLogRow } from '../users/userLog.ts';
import { anonymous, openBusiness } from './anonymous.ts';
import { eraseClosedPrints } from './printPhotos.ts';

/**
 * The end of an account, and what a ban ends. One transaction decides it and notes `closingTime`; then tasks end, and
 * pictures, inputs and messages of a deleted account are erased. What is cut off there is completed by a job, which
 * comes once more after all calls that had begun before are over.
 */

const usage = repository<Stored>('userUsageDaily');
const codes = repository<Stored>('activationCodes');

const PAGE = 50;
/** Longer than an upload that was allowed before takes. */
const againAfter = () => environment.UPLOAD_TICKET_MS + 60_000;
/** Longer than one pass takes; the next one continues. */
const PASS_MS = 60_000;
/** When the job looks after what a call that closes an account has left. */
export const CUT_OFF_MS = 30_000;

/** @throws 40902 */
export const checkUserMove = (before: StoredUser, to: StoredUser['status']): void => {
  if (!mayMove(userEntity.transitions, before.status, to))
    throw stateNotAllowed(
      userSentences.illegalMove(userStatuses[before.status].label, userStatuses[to].label),
    );
};

const refuseWhileOpen = async (user: StoredUser): Promise<void> => {
  const { length: count } = (await openBusiness(user)).open;
  if (count > 0) throw stateNotAllowed(userSentences.businessOpen, { count });
};

/** By package, those of earlier accounts included. */
const boughtBy = async ({ _id: userId, boughtBefore = {} }: StoredUser) => {
  const bought = { ...boughtBefore };
  const paid = { userId, type: 'package', status: _.in(['paid', 'completed']) };
  for await (const page of pagesOf(orders, paid, { limit: PAGE, fields: ['items'] }))
    for (const { refId, qty } of page.flatMap(({ items }) => items))
      bought[refId] = (bought[refId] ?? 0) + qty;
  return bought;
};

/** What is owed once the unfinished tasks, which end with the account, have given back what they hold. */
const owedBy = async (transaction: Transaction, user: StoredUser) => {
  const held = await heldBy(transaction, user);
  const { paid, gift } = user.credits;
  return { paid: Math.max(0, -(paid + held.paid)), gift: Math.max(0, -(gift + held.gift)) };
};

export interface Deletion {
  by: Actor;
  reason: string;
  rev?: number | undefined;
}

/**
 * Deletes an account, but for what limits need should its user come back. It takes its place in the sequence of the
 * user's orders, so that none is placed between the look for open ones and the deletion.
 * @throws 40902 while an order, a refund or a print order is open; 40901
 */
export const deleteAccount = async (
  seen: StoredUser,
  { by, reason, rev }: Deletion,
): Promise<StoredUser> => {
  const turn = await sequenceOf(seen.openid);
  // In this order: what is no longer open by the look for open ones has come to its end by the next.
  const look = async () => {
    await refuseWhileOpen(seen);
    return boughtBy(seen);
  };
  const [found, kept] = await Promise.all([look(), keptFor()]);
  let bought = found;
  const store = async (transaction: Transaction): Promise<StoredUser> => {
    const before = await transaction.require<StoredUser>('users', seen._id, rev);
    // The user's second call, while the first one was under way.
    if (before.status === 'deleted' && !by.admin) return before;
    checkUserMove(before, 'deleted');
    const { now } = transaction;
    await keepPastAccount(transaction, before.openid, {
      freeTasks: before.freeTasks ?? null,
      redeemed: before.redeemed ?? {},
      bought,
      owed: await owedBy(transaction, before),
      expireTime: now + kept,
    });
    const patch = {
      ...anonymous(before),
      status: 'deleted' as const,
      statusReason: reason,
      disabledUntil: null,
      closingTime: now,
    };
    const after = await transaction.change('users', before, patch, {
      by,
      resource: 'user',
      reason,
      // The log does not name the deleted user either.
      before: { status: before.status },
      after: { status: patch.status },
    });
    transaction.due('closings', now + CUT_OFF_MS);
    const title = userSentences.statusChanged.deleted;
    const operator = by.admin ? by.name : '';
    const entry = { type: 'status', title, detail: reason, operator } as const;
    await transaction.insert('userLogs', userLogRow(after, entry));
    return after;
  };
  const { placed } = await placeInSequence<StoredUser>({
    openid: seen.openid,
    turn,
    store,
    recount: async () => {
      bought = await look();
      return null;
    },
  });
  return completeClosing(placed, by);
};

/**
 * The account's history stays as far as it is no more than what happened when: nothing that was typed, no address. What
 * was written since the deletion names nobody.
 */
const emptyLogs = async ({ _id: userId, openid }: StoredUser) => {
  const named = { userId, openid: _.neq(openid) };
  const fields = ['type'];
  for await (const page of pagesOf(logs, named, { limit: PAGE, fields })) {
    const notes = page.filter(({ type }) => type === 'note');
    await logs.removeMany(idsOf(notes), { userId });
    const others = page.filter(({ type }) => type !== 'note');
    await logs.noteMany(idsOf(others), { openid, detail: '', ip: '' });
  }
};

/** Figures of use, redeemed codes and approvals say what was done, and no longer by whom. */
const forgetNames = async ({ _id: userId, openid, nickName }: StoredUser) => {
  const fields = ['_id'];
  for await (const page of pagesOf(usage, { userId }, { limit: PAGE, fields }))
    await usage.noteMany(idsOf(page), { openid });
  const used = { 'usedBy.userId': userId };
  for await (const page of pagesOf(codes, used, { limit: PAGE, fields }))
    await codes.noteMany(idsOf(page), { 'usedBy.nickName': nickName });
  const given = { subjectId: userId, kind: 'credits' };
  for await (const page of pagesOf(approvals, given, { limit: PAGE, fields }))
    await approvals.noteMany(idsOf(page), { title: nickName });
};

/** The orders stay, with nowhere to send an invoice to and nothing that the user wrote of a refund. */
const emptyOrders = async ({ _id: userId }: StoredUser, by: Actor) => {
  for await (const page of pagesOf(orders, { userId }, { limit: PAGE }))
    for (const order of page) {
      const plan = (now: StoredOrder) =>
        now.invoice?.email || now.refundAsk?.text
          ? { ...withoutAddressee(now), ...withoutWords(now) }
          : null;
      await changeLatest(orders, order, plan, { by, resource: 'order' });
    }
};

/** What a print order that is not closed uses stays (`eraseFiles`). */
const eraseAllFiles = async (userId: string, isErased: (file: FileRow) => boolean = () => true) => {
  const fields = ['filePath', 'scene', 'createTime'];
  for await (const rows of pagesOf(files, { userId }, { limit: PAGE, fields }))
    await eraseFiles(rows.filter(isErased).map(({ filePath }) => filePath));
};

const written = { inputs: [], nodeInfoList: [], results: [], uploads: {} };

/** What the user wrote stays out of the tasks; what they cost stays in. */
const emptyTasks = async ({ _id: userId, openid }: StoredUser) => {
  for await (const page of pagesOf(tasks, { userId }, { limit: PAGE }))
    for (const task of page) {
      await eraseTask(task, { visibleTo: '' });
      await tasks.note(task._id, { ...written, openid });
    }
};

/**
 * What follows from a consent to photos that was taken back: unfinished tasks end, and the photos that were there then are
 * erased. Those of a consent that was given again since stay.
 */
const endPhotos = async ({ _id, photoConsent }: StoredUser, by: Actor): Promise<void> => {
  const withdrawn = photoConsent?.withdrawnTime;
  if (!withdrawn) return;
  await cancelTasksOf(_id, userSentences.consentWithdrawn, by, { withBought: true });
  const before = { userId: _id, createTime: _.lte(withdrawn) };
  await eraseClosedPrints(before, by, filePath => !taskIdOf({ filePath }));
  await eraseAllFiles(
    _id,
    ({ scene, createTime }) => scene === 'user_upload' && createTime <= withdrawn,
  );
};

/** @returns the record as it is now */
export const completeClosing = async (user: StoredUser, by: Actor): Promise<StoredUser> => {
  const { _id, status } = user;
  const isDeleted = status === 'deleted';
  if (!isDeleted) await endPhotos(user, by);
  if (status === 'normal') await users.noteWhile(_id, { status }, { closingTime: null });
  if (status === 'normal') return user;
  const why = isDeleted ? user.statusReason : userSentences.accountDisabled;
  await cancelTasksOf(_id, why, by, { withBought: isDeleted });
  if (isDeleted) {
    await eraseClosedPrints({ userId: _id }, by);
    await emptyTasks(user);
    await eraseAllFiles(_id);
    await emptyLogs(user);
    await forgetNames(user);
    await emptyOrders(user, by);
    await forgetMessages(_id);
  }
  const now = Date.now();
  const isOver = !isDeleted || now - user.updateTime >= againAfter();
  const closingTime = isOver ? null : now + againAfter();
  const [noted] = await Promise.all([
    users.noteWhile(_id, { status }, { closingTime }),
    closingTime === null ? undefined : markDue('closings', closingTime),
  ]);
  return noted ?? users.require(_id);
};

/** @returns how many accounts it went through */
export const continueClosings = async (by: Actor): Promise<number> => {
  const now = Date.now();
  const found = await findDue(users, 'closingTime', {}, { limit: PAGE }, now);
  for (const user of found) {
    const { _id, closingTime } = user;
    // Only one of several runs, and later again if this one is cut off.
    if (!(await users.noteWhile(_id, { closingTime }, { closingTime: now + PASS_MS }))) continue;
    await completeClosing(user, by).catch(reporting('account not closed', _id));
  }
  return found.length;
};
