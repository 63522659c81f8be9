import { codes } from '#contract/envelope.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import type { AdminContext } from '../base/dispatcher.ts';
import { ActionError } from '../base/errors.ts';
import { together } from '../base/parallel.ts';
import type { StoredAdmin } from '../base/session.ts';
import { verifyPassword } from './password.ts';
import { passwordAttempt, passwordCounters } from './passwordAttempt.ts';
import { noteWrong, waitLikeWrong } from './refusedAttempt.ts';

/** @param field of the input */
export const wrongPassword = (field: 'password' | 'oldPassword') => {
  const message =
    field === 'password' ? adminSentences.wrongPassword : adminSentences.wrongOldPassword;
  return new ActionError(codes.wrongCredentials, message, { fields: { [field]: message } });
};

/**
 * Attempts are limited as at sign-in, so that a stolen session cannot be used to guess the password.
 * @param work done for whose it is, while the attempt ceases to count
 * @throws 40301 beside `field`
 */
export const withOwnPassword = async <T>(
  password: string,
  field: 'password' | 'oldPassword',
  context: AdminContext,
  work: (admin: StoredAdmin) => Promise<T>,
): Promise<T> => {
  const started = performance.now();
  const admin = await context.admin();
  const knownPlace = admin.knownIps.includes(context.ip);
  const counters = await passwordCounters(admin.username, context.ip);
  const attempt = await passwordAttempt(admin.username, context.ip, counters, knownPlace);
  if (!attempt) {
    await waitLikeWrong('changePassword', started);
    throw wrongPassword(field);
  }
  if (!(await verifyPassword(password, admin.passwordHash))) {
    await noteWrong('changePassword', started);
    throw wrongPassword(field);
  }
  return together(work(admin), attempt.succeeded());
};
