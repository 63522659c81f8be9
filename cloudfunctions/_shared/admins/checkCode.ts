import { codes } from '#contract/envelope.ts';
import { plainText } from '#contract/pasted.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { adminActor } from '../base/actor.ts';
import { audit } from '../base/audit.ts';
import type { CallContext } from '../base/dispatcher.ts';
import { ActionError } from '../base/errors.ts';
import { together } from '../base/parallel.ts';
import type { StoredAdmin } from '../base/session.ts';
import { type CodeKind, useCode } from './factorCodes.ts';
import { factors, type StoredFactor } from './factors.ts';
import { codeAttempt } from './passwordAttempt.ts';
import { noteWrong, waitLikeWrong } from './refusedAttempt.ts';

const wrongCode = (message: string) =>
  new ActionError(codes.wrongCredentials, message, { fields: { code: message } });

/**
 * A code is judged. The attempt is counted before; a wrong code and one that the limits refuse take the same time and get
 * the same answer. Of one that was used it is said so: it counts as a wrong one.
 * @param then done after a right one, while the attempt ceases to count
 * @throws 40301 beside `code`
 */
export const judgeCode = async <T>(
  admin: StoredAdmin,
  context: CallContext,
  judge: () => Promise<CodeKind | 'used' | 'wrong'>,
  then: (kind: CodeKind) => Promise<T>,
  wrong: string = adminSentences.wrongCode,
): Promise<T> => {
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
  return together(then(kind), attempt.succeeded());
};

/**
 * Uses a code of the second factor up.
 * @param then as above
 * @param known what the database holds of the factor, if it was read before
 * @throws 40301 beside `code`
 */
export const withCode = async <T>(
  admin: StoredAdmin,
  code: string,
  context: CallContext,
  then: (kind: CodeKind) => Promise<T>,
  known?: StoredFactor | null,
): Promise<T> => {
  const { wrongCode: ofApp, wrongRecoveryCode } = adminSentences;
  const wrong = /^[\d\s]*$/.test(plainText(code)) ? ofApp : wrongRecoveryCode;
  // Read beside the counting; the code is looked at behind it.
  const factor = known === undefined ? factors.get(admin._id) : Promise.resolve(known);
  const judge = async () => useCode(await factor, code);
  return together(judgeCode(admin, context, judge, then, wrong), factor);
};
