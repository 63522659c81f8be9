import {
  type CompensationWish,
  MAX_COMPENSATED_USERS,
  MAX_GIFT_DAYS,
  MAX_RETRIED_TASKS,
} from '#contract/compensation.ts';
import type { FieldErrors } from '#contract/envelope.ts';
import { exportable } from '#contract/exportTable.ts';
import { compensationSentences } from '#contract/sentences/compensations.ts';
import { _ } from '../_shared/base/cloud.ts';
import { invalid } from '../_shared/base/errors.ts';
import { filterTextOf } from '../_shared/exports/filterText.ts';
import { pageAfter } from '../_shared/exports/query.ts';
import type { StoredTask } from '../_shared/tasks/tasks.ts';
import { users } from '../_shared/users/ledger.ts';

/** The platform returns at most a thousand. */
const READ = 1_000;
const NAMES = 5;

/** What cannot be meant, field by field. @throws 40001 */
export const check = (wish: CompensationWish): void => {
  const { what, amount = 0, target, userIds, tasks: wanted } = wish;
  const wrong: FieldErrors = {
    ...(what !== 'retry' && amount < 1 && { amount: compensationSentences.amountRequired }),
    ...(what === 'membership' &&
      amount > MAX_GIFT_DAYS && { amount: compensationSentences.tooManyDays(MAX_GIFT_DAYS) }),
    ...(what === 'retry' &&
      target === 'users' && { target: compensationSentences.retryNeedsTasks }),
    ...(target === 'tasks' && userIds && { userIds: compensationSentences.chosenWithTasks }),
    ...(target === 'tasks' &&
      wanted?.createTime?.from === undefined && {
        'tasks.createTime.from': compensationSentences.periodRequired,
      }),
  };
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
};

/** The same in every page, newest first, up to one more than `most` and as of `until`. */
const readAll = async <R extends { _id: string; createTime: number }>(
  resource: 'users' | 'tasks',
  filter: Record<string, unknown>,
  { q, until, most, fields }: { q: string; until: number; most: number; fields: string[] },
): Promise<R[]> => {
  const table = exportable(resource)!;
  const found: R[] = [];
  for (let last: R | undefined; ;) {
    const limit = Math.min(READ, most + 1 - found.length);
    const all = [...fields, 'createTime'];
    const page = await pageAfter(table, filter, q, until, last ?? null, limit, all);
    found.push(...(page as unknown as R[]));
    last = found.at(-1);
    if (page.length < limit || found.length > most) return found;
  }
};

const failedTasksOf = ({ tasks: filter }: CompensationWish, until: number, most: number) =>
  readAll<StoredTask>(
    'tasks',
    { ...filter, status: ['failed', 'timeout'] },
    { q: '', until, most, fields: ['userId', 'taskNo', 'costCredits', 'retriedBy'] },
  );

const namesOf = async (ids: string[]): Promise<string[]> => {
  const first = ids.slice(0, NAMES);
  if (first.length === 0) return [];
  const found = await users.find({ _id: _.in(first) }, { limit: NAMES, fields: ['nickName'] });
  const names = new Map(found.map(({ _id, nickName }) => [_id, nickName]));
  return first.map(id => names.get(id) || id);
};

/** Whom it is for, the ids of users or of tasks that run again, and what it gives: to one at most, and to all. */
export const select = async (wish: CompensationWish, until: number) => {
  const { what, amount = 0, target, userIds } = wish;
  if (what === 'retry') {
    const most = MAX_RETRIED_TASKS;
    const found = await failedTasksOf(wish, until, most);
    // Those of trials have no user; one that has run again does not once more.
    const left = found.filter(({ userId, retriedBy }) => userId && !retriedBy);
    const sum = left.reduce((all, { costCredits }) => all + costCredits, 0);
    const names = left.slice(0, NAMES).map(({ taskNo }) => taskNo);
    const each = Math.max(0, ...left.map(({ costCredits }) => costCredits));
    const ids = left.map(({ _id }) => _id);
    return { ids, isMore: found.length > most, most, each, sum, names };
  }
  const most = MAX_COMPENSATED_USERS;
  const found = await (async () => {
    if (userIds) return userIds;
    if (target === 'tasks')
      return (await failedTasksOf(wish, until, most)).map(({ userId }) => userId);
    const asked = { q: wish.q ?? '', until, most, fields: ['_id'] };
    return (await readAll('users', { ...wish.users, status: 'normal' }, asked)).map(
      ({ _id }) => _id,
    );
  })();
  const ids = [...new Set(found)].filter(Boolean);
  const isMore = found.length > most;
  const sum = ids.length * amount;
  return { ids, isMore, most, each: amount, sum, names: await namesOf(ids) };
};

/** Whom it is for, as the screen says it. */
export const targetTextOf = ({ target, userIds, users: filter, q, tasks }: CompensationWish) => {
  if (userIds) return Promise.resolve(compensationSentences.chosen(userIds.length));
  return target === 'users'
    ? filterTextOf('users', filter ?? {}, q ?? '')
    : filterTextOf('tasks', tasks ?? {}, '');
};
