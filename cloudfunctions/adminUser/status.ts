import type { ActionInput } from '#contract/index.ts';
import { messageTime } from '#contract/messageEvents.ts';
import { messageSentences } from '#contract/sentences/messages.ts';
import { userSentences } from '#contract/sentences/users.ts';
import {
  checkUserMove,
  completeClosing,
  CUT_OFF_MS,
  deleteAccount,
} from '../_shared/accounts/closing.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { existing } from '../_shared/base/changeRecord.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { invalid } from '../_shared/base/errors.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import { notifyUser } from '../_shared/messages/outbox.ts';
import type { StoredUser } from '../_shared/users/ledger.ts';
import { userLogRow } from '../_shared/users/userLog.ts';

const { forGood } = messageSentences;

type Change = ActionInput<'adminUser', 'updateUserStatus'>;

/** @param seen read for a deletion only */
export const updateUserStatus = async (
  change: Change,
  context: AdminContext,
  seen: StoredUser | null,
): Promise<StoredUser> => {
  const { id, status, reason, disabledUntil, rev } = change;
  const now = Date.now();
  if (status !== 'disabled' && disabledUntil)
    throw invalid({ disabledUntil: userSentences.onlyWhenDisabling });
  if (disabledUntil && disabledUntil <= now)
    throw invalid({ disabledUntil: userSentences.futureTimeRequired });
  const by = await actorOf(context);
  if (status === 'deleted') return deleteAccount(existing(seen), { by, reason, rev });
  const written = await inTransaction(async transaction => {
    const before = await transaction.require<StoredUser>('users', id, rev);
    checkUserMove(before, status);
    const patch = {
      status,
      statusReason: reason,
      disabledUntil: disabledUntil ?? null,
      closingTime: status === 'disabled' ? transaction.now : null,
    };
    const entry = { by, resource: 'user', reason };
    const after = await transaction.change('users', before, patch, entry);
    if (disabledUntil) transaction.due('enableUsers', disabledUntil);
    if (patch.closingTime) transaction.due('closings', patch.closingTime + CUT_OFF_MS);
    const title = userSentences.statusChanged[status];
    const log = { type: 'status', title, detail: reason, operator: by.name } as const;
    await transaction.insert('userLogs', userLogRow(after, log));
    if (status === 'disabled')
      await notifyUser(transaction, {
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
  return status === 'normal' ? written : completeClosing(written, by);
};
