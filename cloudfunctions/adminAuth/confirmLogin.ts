import type { ActionInput, ActionOutput } from '#contract/index.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { checkCode } from '../_shared/admins/checkCode.ts';
import { rememberDevice } from '../_shared/admins/factors.ts';
import type { CallContext } from '../_shared/base/dispatcher.ts';
import { stateNotAllowed } from '../_shared/base/errors.ts';
import { challenged, useUp } from './challenge.ts';
import { signedIn } from './signedIn.ts';

const tooLate = () => stateNotAllowed(adminSentences.challengeEnded);

/** The second step of a sign-in: the password was right, and what is limited here are the codes. */
export const confirmLogin = async (
  { challenge, code, remember, userAgent = '' }: ActionInput<'adminAuth', 'confirmLogin'>,
  context: CallContext,
): Promise<ActionOutput<'adminAuth', 'confirmLogin'>> => {
  const admin = await challenged(challenge, context.ip);
  if (!admin) throw tooLate();
  const kind = await checkCode(admin, code, context);
  if (!(await useUp(challenge))) throw tooLate();
  const reason = kind === 'recoveryCode' ? adminSentences.byRecoveryCode : '';
  const deviceToken = remember
    ? await rememberDevice(admin, { ip: context.ip, userAgent })
    : undefined;
  const answer = await signedIn(admin, context, { userAgent, factorTime: Date.now(), reason });
  return { ...answer, ...(deviceToken !== undefined && { deviceToken }) };
};
