import { actors } from '#contract/sentences/actors.ts';
import { userSentences } from '#contract/sentences/users.ts';
import { systemActor } from '../_shared/base/actor.ts';
import { _ } from '../_shared/base/cloud.ts';
import { report } from '../_shared/base/log.ts';
import { repository } from '../_shared/base/repository.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import type { StoredUser } from '../_shared/users/ledger.ts';
import { userLogRow } from '../_shared/users/userLog.ts';

const PAGE = 100;
const users = repository<StoredUser>('users');

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

/** Enables users whose disabling has ended. One that cannot be enabled keeps no others waiting. */
export const enableUsers = async (): Promise<number> => {
  const due = { status: 'disabled', disabledUntil: _.gt(0).and(_.lte(Date.now())) };
  let enabled = 0;
  let passedOver = 0;
  for (;;) {
    const found = await users.find(due, {
      sort: [['disabledUntil', 'asc']],
      skip: passedOver,
      limit: PAGE,
      fields: ['_id'],
    });
    for (const { _id } of found) {
      const isEnabled = await enable(_id).catch((error: unknown) => {
        report('user not enabled', error, _id);
        return false;
      });
      if (isEnabled) enabled += 1;
      else passedOver += 1;
    }
    if (found.length < PAGE) return enabled;
  }
};
