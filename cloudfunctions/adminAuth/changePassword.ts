import { codes } from '#contract/envelope.ts';
import type { ActionInput } from '#contract/index.ts';
import { auditRow } from '../_shared/audit.ts';
import type { AdminContext } from '../_shared/dispatcher.ts';
import { ActionError } from '../_shared/errors.ts';
import { hashPassword, verifyPassword } from '../_shared/password.ts';
import { passwordAttempt } from '../_shared/rateLimit.ts';
import { noteWrong, waitLikeWrong } from '../_shared/refusedAttempt.ts';
import type { StoredAdmin } from '../_shared/session.ts';
import { inTransaction } from '../_shared/transaction.ts';

const message = '原密码错误';
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

  const passwordHash = await hashPassword(newPassword);
  const sessionEpoch = admin.sessionEpoch + 1;
  const row = auditRow(context, admin, {
    resource: 'admin',
    resourceId: admin._id,
    before: admin,
    after: { ...admin, passwordHash, sessionEpoch },
  });
  await inTransaction(async transaction => {
    const current = await transaction.get<StoredAdmin>('admins', admin._id);
    // The password was changed meanwhile: the old password that was typed is no longer valid.
    if (current?.passwordHash !== admin.passwordHash) throw wrongPassword();
    const updateTime = row.createTime;
    const rev = current.rev + 1;
    await transaction.update('admins', admin._id, { passwordHash, sessionEpoch, rev, updateTime });
    await transaction.insert('auditLogs', row);
  });
  return {};
};
