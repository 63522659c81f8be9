import { codes } from '#contract/envelope.ts';
import type { ActionInput } from '#contract/index.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { endSessions } from '../_shared/admins/changes.ts';
import { hashPassword, verifyPassword } from '../_shared/admins/password.ts';
import { passwordAttempt } from '../_shared/admins/passwordAttempt.ts';
import { noteWrong, waitLikeWrong } from '../_shared/admins/refusedAttempt.ts';
import { adminActor } from '../_shared/base/actor.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { ActionError, invalid, stateNotAllowed } from '../_shared/base/errors.ts';
import { isUsable, type StoredAdmin } from '../_shared/base/session.ts';
import { inTransaction } from '../_shared/base/transaction.ts';

const message = adminSentences.wrongOldPassword;
const wrongPassword = () =>
  new ActionError(codes.wrongCredentials, message, { fields: { oldPassword: message } });

/**
 * Attempts are limited as at sign-in, so that a stolen session cannot be used to guess the password. The new hash, the
 * new epoch, which ends every session, and the audit row are stored in one transaction.
 */
export const changePassword = async (
  { oldPassword, newPassword }: ActionInput<'adminAuth', 'changePassword'>,
  context: AdminContext,
): Promise<Record<string, never>> => {
  const started = performance.now();
  const admin = await context.admin();
  const knownPlace = admin.knownIps.includes(context.ip);
  const attempt = await passwordAttempt(admin.username, context.ip, knownPlace);
  if (!attempt) {
    await waitLikeWrong('changePassword', started);
    throw wrongPassword();
  }
  if (!(await verifyPassword(oldPassword, admin.passwordHash))) {
    await noteWrong('changePassword', started);
    throw wrongPassword();
  }
  await attempt.succeeded();
  if (admin.oneTimeUntil && newPassword === oldPassword)
    throw invalid({ newPassword: adminSentences.sameAsOneTime });

  const passwordHash = await hashPassword(newPassword);
  const entry = { by: adminActor(context, admin), resource: 'admin' };
  await inTransaction(async transaction => {
    const current = await transaction.get<StoredAdmin>('admins', admin._id);
    // The password was changed meanwhile: the old password that was typed is no longer valid.
    if (current?.passwordHash !== admin.passwordHash) throw wrongPassword();
    // So was the session ended with which it was typed, or the account disabled, or the one-time password expired.
    if (!isUsable(current) || current.sessionEpoch !== admin.sessionEpoch)
      throw stateNotAllowed(adminSentences.noLongerActive);
    const isOwn = current.oneTimeUntil ? { oneTimeUntil: null } : {};
    const patch = { passwordHash, ...endSessions(current), ...isOwn };
    await transaction.change('admins', current, patch, entry);
  });
  return {};
};
