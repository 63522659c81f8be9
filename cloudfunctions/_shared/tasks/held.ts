import { isActiveTask } from '#contract/taskStates.ts';
import type { Transaction } from '../base/transaction.ts';
import type { StoredUser } from '../users/ledger.ts';
import { type StoredTask, tasks } from './tasks.ts';

/** What a user's unfinished tasks hold of each balance, and what the bought credits of it had cost, in fen. */
export interface Held {
  paid: number;
  gift: number;
  valueFen: number;
}

type Holder = Pick<StoredTask, 'status' | 'held' | 'valueFen'>;

const heldOf = (holders: (Holder | null)[]): Held => {
  const sum = { paid: 0, gift: 0, valueFen: 0 };
  for (const task of holders) {
    if (!task || !isActiveTask(task.status)) continue;
    sum.paid += task.held.paid;
    sum.gift += task.held.gift;
    sum.valueFen += task.held.paid > 0 ? (task.valueFen ?? 0) : 0;
  }
  return sum;
};

/** As the transaction sees it: which tasks are unfinished is in the user's record, and what one holds never changes. */
export const heldBy = async (
  transaction: Transaction,
  { activeTasks = [] }: Pick<StoredUser, 'activeTasks'>,
): Promise<Held> =>
  heldOf(await Promise.all(activeTasks.map(id => transaction.get<StoredTask>('tasks', id))));

/** As it is now, to be shown. */
export const heldNow = async ({
  activeTasks = [],
}: Pick<StoredUser, 'activeTasks'>): Promise<Held> =>
  heldOf(await Promise.all(activeTasks.map(id => tasks.get(id))));
