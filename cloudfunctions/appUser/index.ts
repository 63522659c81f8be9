import { appUserActions } from '#contract/appUser.ts';
import { activationCodeSentences } from '#contract/sentences/activationCodes.ts';
import { userSentences } from '#contract/sentences/users.ts';
import type { LedgerEntry } from '#contract/user.ts';
import { countAttempt } from '../_shared/base/attempts.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { environment } from '../_shared/base/environment.ts';
import { stateNotAllowed } from '../_shared/base/errors.ts';
import { listing } from '../_shared/base/listing.ts';
import { repository } from '../_shared/base/repository.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { redeemCode } from '../_shared/codes/redeem.ts';
import { CodeRefused } from '../_shared/codes/rules.ts';
import type { StoredUser } from '../_shared/users/ledger.ts';
import { checkOpen } from '../_shared/users/opening.ts';
import { logUser } from '../_shared/users/userLog.ts';
import { visitorUser } from '../_shared/users/visitorUser.ts';
import { deleteMyData } from './deleteMyData.ts';
import { sendFeedback } from './feedback.ts';

const ledger = listing<LedgerEntry>({
  collection: 'creditLedger',
  defaultSort: [['createTime', 'desc']],
});

const users = repository<StoredUser>('users');

export const main = defineFunction('appUser', appUserActions, {
  getMe: async (_data, context) => {
    const user = await visitorUser(context);
    return { ...user, agreedVersion: user.agreement?.version ?? '' };
  },

  agree: async ({ version }, context) => {
    const [user, { agreementVersion }] = await Promise.all([
      visitorUser(context),
      settingsOf('general'),
    ]);
    if (version !== agreementVersion) throw stateNotAllowed(userSentences.agreementChanged);
    const agreed = user.agreement;
    if (agreed?.version === version) return { agreedVersion: version, time: agreed.time };
    const agreement = { version, time: Date.now(), ip: context.ip };
    await users.note(user._id, { agreement });
    return { agreedVersion: version, time: agreement.time };
  },

  sendFeedback,

  deleteMyData: ({ preview }, context) => deleteMyData(preview, context),

  redeemCode: async ({ code }, context) => {
    const [user] = await Promise.all([visitorUser(context), checkOpen(context)]);
    const takeBack = await countAttempt(
      `redeem ${user.openid} ${context.ip}`,
      environment.REDEEM_WRONG_TRIES,
      environment.REDEEM_WINDOW_MS,
    );
    try {
      const redeemed = await redeemCode(code, user);
      await takeBack();
      return redeemed;
    } catch (error) {
      if (!(error instanceof CodeRefused)) {
        // An internal error does not count as a wrong code.
        await takeBack();
        throw error;
      }
      const about = { refType: 'activationCode', refId: error.codeId, ip: context.ip };
      await logUser(user, {
        type: 'redeem',
        title: activationCodeSentences.redemptionFailed,
        detail: error.why,
        ...about,
      });
      throw stateNotAllowed(activationCodeSentences.refused);
    }
  },

  // By the account: who keeps his openid after deleting it begins anew.
  getLedger: async (request, context) =>
    ledger(request, { userId: (await visitorUser(context))._id }),
});
