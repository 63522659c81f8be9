import { codes } from '#contract/envelope.ts';
import { plainText } from '#contract/pasted.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { adminActor } from '../base/actor.ts';
import { audit } from '../base/audit.ts';
import type { CallContext } from '../base/dispatcher.ts';
import { ActionError } from '../base/errors.ts';
import type { StoredAdmin } from '../base/session.ts';
import { type CodeKind, useCode } from './factorCodes.ts';
import { codeAttempt } from './passwordAttempt.ts';
import { noteWrong, waitLikeWrong } from './refusedAttempt.ts';

const wrongCode = (message: string) =>
  new ActionError(codes.wrongCredentials, message, { fields: { code: message } });

/**
 * A code is judged. The attempt is counted before; a wrong code and one that the limits refuse take the same time and get
 * the same answer. Of one that was used it is said so: it counts as a wrong one.
 * @throws 40301 beside `code`
 */
export const judgeCode = async (
  admin: StoredAdmin,
  context: CallContext,
  judge: () => Promise<CodeKind | 'used' | 'wrong'>,
  wrong: string = adminSentences.wrongCode,
): Promise<CodeKind> => {
  const started = performance.now();
  const attempt = await codeAttempt(admin, context.ip);
  if (!attempt) {
    await waitLikeWrong('code', started);
    throw wrongCode(wrong);
  }
  const kind = await judge();
  if (kind === 'wrong' || kind === 'used') {
    const by = adminActor(context, admin);
    const reason = kind === 'used' ? adminSentences.usedCode : wrong;
    await audit({ by, resource: 'session', result: 'fail', reason });
    await noteWrong('code', started);
    throw wrongCode(reason);
  }
  await attempt.succeeded();
  return kind;
};

/** Uses a code of the second factor up. @throws 40301 beside `code` */
export const checkCode = (
  admin: StoredAdmin,
  code: string,
  context: CallContext,
): Promise<CodeKind> => {
  const { wrongCode: ofApp, wrongRecoveryCode } = adminSentences;
  const wrong = /^[\d\s]*$/.test(plainText(code)) ? ofApp : wrongRecoveryCode;
  return judgeCode(admin, context, () => useCode(admin._id, code), wrong);
};
