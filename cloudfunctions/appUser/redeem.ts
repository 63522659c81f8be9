import type { ActionInput } from '#contract/index.ts';
import { activationCodeSentences } from '#contract/sentences/activationCodes.ts';
import { countAttempt } from '../_shared/base/attempts.ts';
import type { CallContext } from '../_shared/base/dispatcher.ts';
import { environment } from '../_shared/base/environment.ts';
import { stateNotAllowed } from '../_shared/base/errors.ts';
import { networkOf } from '../_shared/base/network.ts';
import { redeemCode, type Redeemed } from '../_shared/codes/redeem.ts';
import { CodeRefused } from '../_shared/codes/rules.ts';
import type { StoredUser } from '../_shared/users/ledger.ts';
import { checkOpen } from '../_shared/users/opening.ts';
import { logUser } from '../_shared/users/userLog.ts';
import { openidOf, visitorSeen, visitorUser } from '../_shared/users/visitorUser.ts';

/** Why it was refused is told to support only. */
const refuse = async (user: StoredUser, { why, codeId }: CodeRefused, { ip }: CallContext) => {
  const about = { refType: 'activationCode', refId: codeId, ip };
  const title = activationCodeSentences.redemptionFailed;
  await logUser(user, { type: 'redeem', title, detail: why, ...about });
  return stateNotAllowed(activationCodeSentences.refused);
};

/** A wrong code counts; nothing else does. */
export const redeem = async (
  { code }: ActionInput<'appUser', 'redeemCode'>,
  context: CallContext,
): Promise<Redeemed> => {
  const takeBack = await countAttempt(
    `redeem ${openidOf(context)} ${networkOf(context.ip)}`,
    environment.REDEEM_WRONG_TRIES,
    environment.REDEEM_WINDOW_MS,
  );
  let isWrong = false;
  try {
    const [seen] = await Promise.all([visitorSeen(context), checkOpen(context)]);
    const user = await visitorUser(context, seen);
    return await redeemCode(code, user).catch(async (error: unknown) => {
      isWrong = error instanceof CodeRefused;
      throw error instanceof CodeRefused ? await refuse(user, error, context) : error;
    });
  } finally {
    if (!isWrong) await takeBack();
  }
};
