import { actors } from '#contract/sentences/actors.ts';
import { compensationSentences } from '#contract/sentences/compensations.ts';
import { userSentences } from '#contract/sentences/users.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { systemActor } from '../_shared/base/actor.ts';
import { _ } from '../_shared/base/cloud.ts';
import { endOfRun } from '../_shared/base/due.ts';
import { environment } from '../_shared/base/environment.ts';
import { ActionError, stateNotAllowed } from '../_shared/base/errors.ts';
import { hashOf } from '../_shared/base/ids.ts';
import { lockOfUser } from '../_shared/base/locks.ts';
import { report } from '../_shared/base/log.ts';
import { inParallel } from '../_shared/base/parallel.ts';
import type { Stored } from '../_shared/base/repository.ts';
import { inTransaction, type Transaction } from '../_shared/base/transaction.ts';
import {
  compensationClaims,
  compensationRows,
  rowIdOf,
  type StoredCompensation,
  type StoredCompensationRow,
  targetPageId,
  targetPages,
} from '../_shared/compensations/records.ts';
import { nextTurn } from '../_shared/tasks/rank.ts';
import { retryOnce } from '../_shared/tasks/retry.ts';
import { usablePools } from '../_shared/tasks/service.ts';
import { newTaskNo, type StoredTask, tasks } from '../_shared/tasks/tasks.ts';
import { post, type StoredUser } from '../_shared/users/ledger.ts';
import { endAfter, isMember, prolonged } from '../_shared/users/membership.ts';
import { type UserLogEntry, userLogRow } from '../_shared/users/userLog.ts';

const by = systemActor(actors.system, 'worker', 'compensations');
const resource = 'user';

/** Claims without progress after which what fails is left to people. */
const MOST_ATTEMPTS = 5;

type Row = Omit<StoredCompensationRow, keyof Stored>;
type Outcome = Partial<Row> & Pick<Row, 'result'>;

const rowOf = ({ _id, what }: StoredCompensation, targetId: string, outcome: Outcome): Row => ({
  compensationId: _id,
  userId: what === 'retry' ? '' : targetId,
  taskId: what === 'retry' ? targetId : '',
  retryId: '',
  message: '',
  amount: 0,
  ...outcome,
});

/** @throws 40902 for a user who cannot use it */
const helpedUser = async (transaction: Transaction, id: string): Promise<StoredUser> => {
  const user = await transaction.get<StoredUser>('users', id);
  if (!user) throw stateNotAllowed(userSentences.gone);
  if (user.status !== 'normal') throw stateNotAllowed(userSentences.disabledOrDeleted);
  return user;
};

/** The entries of the user's page and of the audit log, beside what is stored for the user. */
const logGiven = async (
  transaction: Transaction,
  job: StoredCompensation,
  [before, after]: [StoredUser, StoredUser],
  entry: Pick<UserLogEntry, 'type' | 'detail'>,
): Promise<void> => {
  const about = { refType: 'compensation', refId: job._id, operator: job.createBy?.name ?? '' };
  const log = { title: compensationSentences.given, ...entry, ...about };
  await transaction.insert('userLogs', userLogRow(after, log));
  const { reason, userNote } = job;
  const noted = userNote ? { ...after, userNote } : after;
  await transaction.audit({ by, resource, resourceId: after._id, reason, before, after: noted });
};

const giveCredits = async (
  transaction: Transaction,
  job: StoredCompensation,
  userId: string,
): Promise<Outcome> => {
  const { _id, amount, reason, userNote } = job;
  const before = await helpedUser(transaction, userId);
  const after = await post(transaction, before, [
    {
      _id: rowIdOf(_id, userId),
      kind: 'admin',
      bucket: 'gift',
      delta: amount,
      refType: 'compensation',
      refId: _id,
      reason,
      userNote,
      operator: job.createBy?.name ?? '',
    },
  ]);
  const detail = `${compensationSentences.credits(amount)}，${reason}`;
  await logGiven(transaction, job, [before, after], { type: 'credits', detail });
  return { result: 'done', userId, amount };
};

const prolong = async (
  transaction: Transaction,
  job: StoredCompensation,
  userId: string,
): Promise<Outcome> => {
  const { amount, packageId, packageName, reason } = job;
  const before = await helpedUser(transaction, userId);
  const { now } = transaction;
  const isEndless = before.packageId !== '' && before.packageExpireTime === null;
  if (isEndless) throw stateNotAllowed(compensationSentences.endless);
  if (!packageId && !isMember(before, now)) throw stateNotAllowed(compensationSentences.noMember);
  const ms = amount * DAY_MS;
  const patch = packageId
    ? prolonged(before, { packageId, packageName }, ms, now)
    : { packageExpireTime: endAfter(before, ms, now) };
  const after = await transaction.change('users', before, patch);
  const detail = `${compensationSentences.days(amount)}，${reason}`;
  await logGiven(transaction, job, [before, after], { type: 'package', detail });
  return { result: 'done', userId, amount };
};

/** What the tasks of a page have in common. */
interface Queue {
  pools: string[];
  turns: Map<string, Promise<number>>;
}

const runAgain = async (
  transaction: Transaction,
  job: StoredCompensation,
  taskId: string,
  { pools, turn, taskNo }: { pools: string[]; turn: number; taskNo: string },
): Promise<Outcome> => {
  const old = await transaction.require<StoredTask>('tasks', taskId);
  const retryId = `task_${hashOf(['compensation', job._id, taskId], 24)}`;
  const { reason } = job;
  const operator = job.createBy?.name ?? '';
  const made = { _id: retryId, taskNo, free: true, turn, pools };
  await retryOnce(transaction, old, { ...made, by, operator, reason });
  const entry = { type: 'task', title: compensationSentences.given } as const;
  const detail = `${compensationSentences.again}，${reason}`;
  const about = { refType: 'task', refId: retryId, operator };
  await transaction.insert(
    'userLogs',
    userLogRow({ _id: old.userId, openid: old.openid }, { ...entry, detail, ...about }),
  );
  return { result: 'done', userId: old.userId, retryId, amount: 1 };
};

/**
 * Helps one user, or runs one task again, together with the row that records it: where the row is there, it has
 * happened. Who cannot be helped today is skipped with the reason.
 */
const help = async (job: StoredCompensation, targetId: string, queue: Queue): Promise<void> => {
  const { _id, what } = job;
  const rowId = rowIdOf(_id, targetId);
  const task = what === 'retry' ? await tasks.get(targetId) : null;
  const userId = what === 'retry' ? (task?.userId ?? '') : targetId;
  const pool = task?.pool ?? '';
  if (task && !queue.turns.has(pool)) queue.turns.set(pool, nextTurn(pool, 'paid'));
  const turn = (await queue.turns.get(pool)) ?? 0;
  const taskNo = newTaskNo(Date.now());
  const act = (transaction: Transaction): Promise<Outcome> => {
    if (what === 'credits') return giveCredits(transaction, job, targetId);
    if (what === 'membership') return prolong(transaction, job, targetId);
    return runAgain(transaction, job, targetId, { pools: queue.pools, turn, taskNo });
  };
  const leave = (outcome: Outcome) =>
    // Where another worker has succeeded meanwhile, its row is there.
    compensationRows.insertUnlessThere(rowOf(job, targetId, { userId, ...outcome }), rowId);
  const broken = { result: 'failed', message: compensationSentences.broken } as const;
  // Each time its worker was killed.
  if (job.attempts > MOST_ATTEMPTS) return void (await leave(broken));
  try {
    const store = async (transaction: Transaction) => {
      if (await transaction.get('compensationRows', rowId)) return;
      const row = rowOf(job, targetId, await act(transaction));
      await transaction.insert('compensationRows', { ...row, _id: rowId });
    };
    await inTransaction(store, { locks: [lockOfUser(userId)] });
  } catch (error) {
    const isRefused = error instanceof ActionError;
    if (!isRefused) report('not compensated', error, rowId);
    if (!isRefused && job.attempts < MOST_ATTEMPTS) throw error;
    await leave(isRefused ? { result: 'skipped', message: error.message } : broken);
  }
};

/** What has become of those of a page; those that were not begun are not counted. */
const countsOf = async (
  { _id, done, skipped, failed, sum }: StoredCompensation,
  ids: string[],
): Promise<Pick<StoredCompensation, 'done' | 'skipped' | 'failed' | 'sum'>> => {
  const found = await compensationRows.find(
    { _id: _.in(ids.map(id => rowIdOf(_id, id))) },
    { limit: ids.length, fields: ['result', 'amount'] },
  );
  const counts = { done, skipped, failed, sum };
  for (const { result, amount } of found) {
    counts[result] += 1;
    counts.sum += amount;
  }
  return counts;
};

const { advance, giveBack, workOnAll } = compensationClaims;

/** Page by page; a page that was cut off is gone through again, and what has happened of it is counted as it is. */
const work = async (claimed: StoredCompensation, deadline: number): Promise<void> => {
  let job = claimed;
  const queue: Queue = {
    pools: job.what === 'retry' ? await usablePools() : [],
    turns: new Map(),
  };
  while (job.page < job.pages) {
    const { selection, page, stopping } = job;
    const ids = (await targetPages.get(targetPageId(selection, page)))?.ids ?? [];
    if (!stopping) await inParallel(ids, id => help(job, id, queue));
    const counts = await countsOf(job, ids);
    const ended = stopping && { status: 'cancelled' as const, finishTime: Date.now() };
    const moved = await advance(job, { ...counts, page: page + 1, attempts: 1, ...ended });
    if (!moved || ended) return;
    job = moved;
    if (Date.now() > deadline && job.page < job.pages) return giveBack(job, { attempts: 0 });
  }
  await advance(job, { status: 'done', finishTime: Date.now() });
};

/** Helps those who were selected, until all have been or the time is up. */
export const compensate = (): Promise<number> =>
  workOnAll('compensation', endOfRun(environment.COMPENSATION_BUDGET_MS), work);
