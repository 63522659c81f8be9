import type { ActionInput } from '#contract/index.ts';
import { messageTime } from '#contract/messageEvents.ts';
import { messageSentences } from '#contract/sentences/messages.ts';
import { userSentences } from '#contract/sentences/users.ts';
import { mayMove } from '#contract/states.ts';
import { userEntity, userStatuses } from '#contract/user.ts';
import { actorOf } from '../_shared/base/actor.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { invalid, stateNotAllowed } from '../_shared/base/errors.ts';
import { repository } from '../_shared/base/repository.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import { tellUser } from '../_shared/messages/outbox.ts';
import { forgetMessages } from '../_shared/messages/remove.ts';
import { cancelTasksOf } from '../_shared/tasks/cancelTasksOf.ts';
import { anonymous } from '../_shared/users/anonymous.ts';
import type { StoredUser } from '../_shared/users/ledger.ts';
import { userLogRow } from '../_shared/users/userLog.ts';

const { forGood } = messageSentences;

type Change = ActionInput<'adminUser', 'updateUserStatus'>;

export const updateUserStatus = async (
  { id, status, reason, disabledUntil, rev }: Change,
  context: AdminContext,
  business: number,
): Promise<StoredUser> => {
  const now = Date.now();
  if (status !== 'disabled' && disabledUntil)
    throw invalid({ disabledUntil: userSentences.onlyWhenDisabling });
  if (disabledUntil && disabledUntil <= now)
    throw invalid({ disabledUntil: userSentences.futureTimeRequired });
  const by = await actorOf(context);
  const written = await inTransaction(async transaction => {
    const before = await transaction.require<StoredUser>('users', id, rev);
    if (!mayMove(userEntity.transitions, before.status, status))
      throw stateNotAllowed(
        userSentences.illegalMove(userStatuses[before.status].label, userStatuses[status].label),
      );
    if (status === 'deleted' && business > 0)
      throw stateNotAllowed(userSentences.businessOpen, { count: business });
    const patch = {
      status,
      statusReason: reason,
      disabledUntil: disabledUntil ?? null,
      ...(status === 'deleted' && anonymous(before)),
    };
    const after = await transaction.change('users', before, patch, {
      by,
      resource: 'user',
      reason,
      // The log does not name the deleted user either.
      ...(status === 'deleted' && { before: { status: before.status }, after: { status } }),
    });
    const title = userSentences.statusChanged[status];
    const entry = { type: 'status', title, detail: reason, operator: by.name } as const;
    await transaction.insert('userLogs', userLogRow(after, entry));
    if (status === 'disabled')
      await tellUser(transaction, {
        event: 'accountDisabled',
        key: `${id}_${after.rev}`,
        user: after,
        subjects: [],
        values: {
          reason,
          until: disabledUntil ? messageSentences.until(messageTime(disabledUntil)) : forGood,
        },
      });
    return after;
  });
  if (status === 'normal') return written;
  if (status === 'deleted') await forgetMessages(id);
  await cancelTasksOf(id, userSentences.accountDisabled, by);
  return (await repository<StoredUser>('users').get(id)) ?? written;
};
