import { codes } from '#contract/envelope.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { adminActor } from '../base/actor.ts';
import { audit } from '../base/audit.ts';
import type { CallContext } from '../base/dispatcher.ts';
import { ActionError } from '../base/errors.ts';
import type { StoredAdmin } from '../base/session.ts';
import { codeAttempt } from './passwordAttempt.ts';
import { noteWrong, waitLikeWrong } from './refusedAttempt.ts';
import { type CodeKind, useCode } from './secondFactor.ts';

const message = adminSentences.wrongCode;
export const wrongCode = () =>
  new ActionError(codes.wrongCredentials, message, { fields: { code: message } });

/**
 * Uses a code of the second factor up. The attempt is counted before it is judged; a wrong code, one that was used and one
 * that the limits refuse take the same time and get the same answer.
 * @throws 40301 beside `code`
 */
export const checkCode = async (
  admin: StoredAdmin,
  code: string,
  context: CallContext,
): Promise<CodeKind> => {
  const started = performance.now();
  const attempt = await codeAttempt(admin, context.ip);
  if (!attempt) {
    await waitLikeWrong('code', started);
    throw wrongCode();
  }
  const kind = await useCode(admin._id, code);
  if (!kind) {
    const by = adminActor(context, admin);
    await audit({ by, resource: 'session', result: 'fail', reason: message });
    await noteWrong('code', started);
    throw wrongCode();
  }
  await attempt.succeeded();
  return kind;
};
