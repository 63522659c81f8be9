import { messageSentences } from '#contract/sentences/messages.ts';
import type { Transaction } from '../base/transaction.ts';
import { notifyUser } from '../messages/outbox.ts';
import type { StoredUser } from '../users/ledger.ts';
import type { StoredTask } from './tasks.ts';

const { taskSucceeded, taskFailed } = messageSentences;

/** Notifies the user that a task has ended, unless it was stopped. A trial has no user. */
export const notifyOfTask = async (
  transaction: Transaction,
  { _id, templateSnap, status }: StoredTask,
  user: StoredUser,
): Promise<void> => {
  if (status === 'cancelled') return;
  const result = status === 'succeeded' ? taskSucceeded : taskFailed;
  await notifyUser(transaction, {
    event: 'taskDone',
    key: _id,
    user,
    subjects: [`tasks/${_id}`],
    values: { templateName: templateSnap.name, result },
  });
};
