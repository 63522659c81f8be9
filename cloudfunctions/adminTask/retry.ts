import type { ActionInput } from '#contract/index.ts';
import { taskSentences } from '#contract/sentences/tasks.ts';
import { giveWithin, refuse } from '../_shared/admins/limits.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { withLoad } from '../_shared/base/dispatcher.ts';
import { idFromKey } from '../_shared/base/ids.ts';
import { lockOfUser, withLocks } from '../_shared/base/locks.ts';
import { intended, madeBefore } from '../_shared/base/repeats.ts';
import { inTransaction, type Transaction } from '../_shared/base/transaction.ts';
import { nextTurn } from '../_shared/tasks/rank.ts';
import { retryOnce } from '../_shared/tasks/retry.ts';
import { usablePools } from '../_shared/tasks/service.ts';
import { newTaskNo, type StoredTask, tasks } from '../_shared/tasks/tasks.ts';

type RetryInput = ActionInput<'adminTask', 'retryTask'>;

/** Makes one new task of each; a repeated call answers the existing one. A free one counts as the gift of what it costs. */
export const retryTask = withLoad(
  ({ id }: RetryInput) => Promise.all([tasks.require(id), usablePools()]),
  async (request, context, [seen, pools]): Promise<StoredTask> => {
    const { id, free = false, idemKey } = request;
    const by = await actorOf(context);
    const [{ username }, turn] = await Promise.all([context.admin(), nextTurn(seen.pool, 'paid')]);
    const taskNo = newTaskNo(Date.now());
    const _id = `task_${idFromKey(idemKey, ['retry', id])}`;
    const store = async (transaction: Transaction): Promise<StoredTask> => {
      const old = await transaction.require<StoredTask>('tasks', id);
      if (idemKey && old.retriedBy === _id) {
        const first = await transaction.get<StoredTask>('tasks', _id);
        if (first) return madeBefore(first, request);
      }
      const said = { by, operator: username, reason: taskSentences.retried };
      const made = { _id, taskNo, free, turn, pools, ...intended(request) };
      return retryOnce(transaction, old, { ...made, ...said });
    };
    const make = () => withLocks([lockOfUser(seen.userId)], () => inTransaction(store));
    const isRepeated = seen.retriedBy === _id;
    const worth = { credits: free ? seen.costCredits : 0, days: 0 };
    return giveWithin(context, { each: worth, isRepeated }, make, refuse);
  },
);
