import { actors } from '#contract/sentences/actors.ts';
import { userSentences } from '#contract/sentences/users.ts';
import { systemActor } from '../_shared/base/actor.ts';
import { eachDue, findDue } from '../_shared/base/eachDue.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import { type StoredUser, users } from '../_shared/users/ledger.ts';
import { userLogRow } from '../_shared/users/userLog.ts';

/** Unless the user was disabled again meanwhile. */
const enable = (id: string): Promise<boolean> =>
  inTransaction(async transaction => {
    const before = await transaction.require<StoredUser>('users', id);
    const { status, disabledUntil } = before;
    if (status !== 'disabled' || !disabledUntil || disabledUntil > transaction.now) return false;
    const patch = { status: 'normal', statusReason: '', disabledUntil: null } as const;
    const after = await transaction.change('users', before, patch, {
      by: systemActor(actors.system, 'worker', 'enableUsers'),
      resource: 'user',
      reason: userSentences.enabledAgain,
    });
    const title = userSentences.enabledAgain;
    const entry = { type: 'status', title, operator: actors.system } as const;
    await transaction.insert('userLogs', userLogRow(after, entry));
    return true;
  });

/** Enables users whose disabling has ended. */
export const enableUsers = async (): Promise<number> => {
  const now = Date.now();
  const { done } = await eachDue({
    find: page =>
      findDue(users, 'disabledUntil', { status: 'disabled' }, { fields: ['_id'], ...page }, now),
    work: ({ _id }) => enable(_id),
  });
  return done;
};
