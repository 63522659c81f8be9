import { appUserActions } from '#contract/appUser.ts';
import { userSentences } from '#contract/sentences/users.ts';
import type { LedgerEntry } from '#contract/user.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { stateNotAllowed } from '../_shared/base/errors.ts';
import { listing } from '../_shared/base/listing.ts';
import { repository } from '../_shared/base/repository.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import type { StoredUser } from '../_shared/users/ledger.ts';
import { visitorSeen, visitorUser } from '../_shared/users/visitorUser.ts';
import { deleteMyData } from './deleteMyData.ts';
import { sendFeedback } from './feedback.ts';
import { redeem } from './redeem.ts';

const ledger = listing<LedgerEntry>({
  collection: 'creditLedger',
  defaultSort: [['createTime', 'desc']],
});

const users = repository<StoredUser>('users');

export const main = defineFunction('appUser', appUserActions, {
  getMe: async (_data, context) => {
    const user = await visitorSeen(context);
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

  redeemCode: redeem,

  // By the account: a visitor who keeps the openid after deleting it sees the new one's.
  getLedger: async (request, context) => {
    const { _id: userId } = await visitorSeen(context);
    return userId === '' ? { list: [], total: 0 } : ledger(request, { userId });
  },
});
