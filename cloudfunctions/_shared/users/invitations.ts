import { userSentences } from '#contract/sentences/users.ts';
import { dayOf } from '#contract/shanghai.ts';
import { type Settings, settingsOf } from '../base/settings.ts';
import type { Transaction } from '../base/transaction.ts';
import { post, type Posting, type StoredUser } from './ledger.ts';

type Rewards = Settings<'general'>['invitation'];

/** Whether an invitation brings anything. */
export const rewards = ({ inviterCredits, invitedCredits }: Rewards): boolean =>
  inviterCredits + invitedCredits > 0;

/** What a new account holds of the invitation that it came by; nothing where the inviter is not there. */
export const invitedFields = async (
  transaction: Transaction,
  invitedBy: string,
  isRewarded: boolean,
): Promise<Partial<StoredUser>> => {
  const inviter = invitedBy ? await transaction.get<StoredUser>('users', invitedBy) : null;
  if (inviter?.status !== 'normal') return {};
  return { invitedBy, invitation: isRewarded ? 'waiting' : null, channel: 'invite' };
};

const gift = (of: string, invited: StoredUser, delta: number, refId: string): Posting => ({
  _id: `${invited._id}_${of}`,
  kind: 'gift',
  bucket: 'gift',
  delta,
  refType: 'invitation',
  refId,
  reason: userSentences.invitationGift,
  userNote: userSentences.invitationGift,
});

/**
 * Gives both their gift when the first picture of an invited user is made, in the transaction of that: accounts alone bring
 * nothing. The ids make it happen once.
 */
export const rewardInvitation = async (
  transaction: Transaction,
  invited: StoredUser,
): Promise<void> => {
  if (invited.invitation !== 'waiting' || invited.status !== 'normal') return;
  const { invitation: settings } = await settingsOf('general');
  const inviter = await transaction.get<StoredUser>('users', invited.invitedBy);
  const day = dayOf(transaction.now);
  const today = inviter?.rewarded?.day === day ? inviter.rewarded.count : 0;
  const isGiven = inviter?.status === 'normal' && today < settings.mostDaily;
  const own = gift('invited', invited, settings.invitedCredits, invited.invitedBy);
  await post(transaction, invited, [own], {
    patch: { invitation: isGiven ? 'given' : 'invitedOnly' },
  });
  if (!isGiven) return;
  const theirs = gift('inviter', invited, settings.inviterCredits, invited._id);
  await post(transaction, inviter, [theirs], { patch: { rewarded: { day, count: today + 1 } } });
};
