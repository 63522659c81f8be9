import type { ActionInput } from '#contract/index.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { endSessions } from '../_shared/admins/changes.ts';
import { faultOfPassword } from '../_shared/admins/newAdmin.ts';
import { checkOwnPassword, wrongPassword } from '../_shared/admins/ownPassword.ts';
import { hashPassword } from '../_shared/admins/password.ts';
import { adminActor } from '../_shared/base/actor.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { invalid, stateNotAllowed } from '../_shared/base/errors.ts';
import { isUsable, type StoredAdmin } from '../_shared/base/session.ts';
import { inTransaction } from '../_shared/base/transaction.ts';

/** The new hash, the new epoch, which ends every session, and the audit row are stored in one transaction. */
export const changePassword = async (
  { oldPassword, newPassword }: ActionInput<'adminAuth', 'changePassword'>,
  context: AdminContext,
): Promise<Record<string, never>> => {
  const admin = await checkOwnPassword(oldPassword, 'oldPassword', context);
  if (admin.oneTimeUntil && newPassword === oldPassword)
    throw invalid({ newPassword: adminSentences.sameAsOneTime });

  const fault = faultOfPassword(newPassword, admin.username);
  if (fault !== null) throw invalid({ newPassword: fault });
  const passwordHash = await hashPassword(newPassword);
  const entry = { by: adminActor(context, admin), resource: 'admin' };
  await inTransaction(async transaction => {
    const current = await transaction.get<StoredAdmin>('admins', admin._id);
    // The password was changed meanwhile: the old password that was typed is no longer valid.
    if (current?.passwordHash !== admin.passwordHash) throw wrongPassword('oldPassword');
    // So was the session ended with which it was typed, or the account disabled, or the one-time password expired.
    if (!isUsable(current) || current.sessionEpoch !== admin.sessionEpoch)
      throw stateNotAllowed(adminSentences.noLongerActive);
    const isOwn = current.oneTimeUntil ? { oneTimeUntil: null } : {};
    const patch = { passwordHash, ...endSessions(current), ...isOwn };
    await transaction.change('admins', current, patch, entry);
  });
  return {};
};
