import { codes } from '#contract/envelope.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import type { AdminContext } from '../base/dispatcher.ts';
import { ActionError } from '../base/errors.ts';
import type { StoredAdmin } from '../base/session.ts';
import { verifyPassword } from './password.ts';
import { passwordAttempt } from './passwordAttempt.ts';
import { noteWrong, waitLikeWrong } from './refusedAttempt.ts';

/** @param field of the input */
export const wrongPassword = (field: 'password' | 'oldPassword') => {
  const message =
    field === 'password' ? adminSentences.wrongPassword : adminSentences.wrongOldPassword;
  return new ActionError(codes.wrongCredentials, message, { fields: { [field]: message } });
};

/**
 * Attempts are limited as at sign-in, so that a stolen session cannot be used to guess the password.
 * @returns whose it is
 * @throws 40301 beside `field`
 */
export const checkOwnPassword = async (
  password: string,
  field: 'password' | 'oldPassword',
  context: AdminContext,
): Promise<StoredAdmin> => {
  const started = performance.now();
  const admin = await context.admin();
  const knownPlace = admin.knownIps.includes(context.ip);
  const attempt = await passwordAttempt(admin.username, context.ip, knownPlace);
  if (!attempt) {
    await waitLikeWrong('changePassword', started);
    throw wrongPassword(field);
  }
  if (!(await verifyPassword(password, admin.passwordHash))) {
    await noteWrong('changePassword', started);
    throw wrongPassword(field);
  }
  await attempt.succeeded();
  return admin;
};
