import { isWechatOpenid } from '#contract/openid.ts';
import { callSentences } from '#contract/sentences/calls.ts';
import { userSentences } from '#contract/sentences/users.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { userEntity } from '#contract/user.ts';
import { countWithin, type TakeBack } from '../base/attempts.ts';
import type { Caller } from '../base/cloud.ts';
import { environment } from '../base/environment.ts';
import { isDuplicate, stateNotAllowed } from '../base/errors.ts';
import { lockOfGifts } from '../base/locks.ts';
import { together } from '../base/parallel.ts';
import { gramsOf } from '../base/searchTerms.ts';
import { settingsOf } from '../base/settings.ts';
import { inTransaction, type Transaction } from '../base/transaction.ts';
import { count } from '../counting/counters.ts';
import { invitedFields, rewards } from './invitations.ts';
import { post, type Posting, type StoredUser, users } from './ledger.ts';
import { countOfNetwork, isNetworkUsedUp, limitOf } from './networkLimits.ts';
import { type PastAccount, pastAccountIn, pastAccountOf } from './pastAccounts.ts';
import { userLogRow } from './userLog.ts';

/**
 * The caller on the visitor side, according to the platform: the openid inside WeChat, otherwise `anon:<uid>`, or
 * `custom:<id>` with the id of the ticket. An openid of WeChat never contains a colon.
 */
export const openidOf = (caller: Caller): string => {
  const known = knownOpenid(caller);
  if (known) return known;
  throw stateNotAllowed(callSentences.reloadPage);
};

/** The same; '' for a stranger, who may call public actions. */
export const knownOpenid = ({ openid, customUserId, uid }: Caller): string => {
  if (openid) return openid;
  if (customUserId) return `custom:${customUserId}`;
  return uid ? `anon:${uid}` : '';
};

export { isWechatOpenid };

/** The caller's record; null if there is none yet. Database round trips: 1. */
export const findVisitor = async (caller: Caller): Promise<StoredUser | null> => {
  const openid = knownOpenid(caller);
  if (!openid) return null;
  return (await users.find({ openid }, { limit: 1 }))[0] ?? null;
};

/** @throws 40902 for a disabled or deleted user */
export const admitted = (user: StoredUser): StoredUser => {
  if (user.status === 'deleted') throw stateNotAllowed(userSentences.accountDeleted);
  if (user.status !== 'normal') throw stateNotAllowed(userSentences.signInRefused);
  return user;
};

/** @throws 40902 where the account was disabled or deleted since it was read */
export const stillAdmitted = async ({ _id }: Pick<StoredUser, '_id'>): Promise<StoredUser> =>
  admitted(await users.require(_id));

/**
 * The caller's record; for one who has none yet, what it would be, with `_id` ''. Writes nothing: accounts begin with
 * what is asked for (`visitorUser`), not with a glance.
 * @throws 40902 for a disabled or deleted user
 */
export const visitorSeen = async (caller: Caller): Promise<StoredUser> => {
  const found = await findVisitor(caller);
  return found ? admitted(found) : expected(caller);
};

/**
 * The caller's record, created if there is none. Concurrent first calls create one: `openid` is unique.
 * @param seen what `visitorSeen` answered before
 * @param invitedBy the user by whose link the caller came; of a new account only
 * @throws 40902 for a disabled or deleted user, 42901 where too many have come from their network
 */
export const visitorUser = async (
  caller: Caller,
  seen?: StoredUser,
  invitedBy = '',
): Promise<StoredUser> => {
  openidOf(caller);
  if (seen && seen._id !== '') return seen;
  return admitted((await findVisitor(caller)) ?? (await createVisitor(caller, invitedBy)));
};

const blank = (caller: Caller, now: number) => {
  const openid = openidOf(caller);
  return {
    ...userEntity.blank(),
    openid,
    isAnonymous: caller.isAnonymous,
    channel: isWechatOpenid(openid) ? ('mini_program' as const) : ('web' as const),
    status: 'normal' as const,
    credits: { paid: 0, gift: 0 },
    lastActiveTime: now,
    grams: gramsOf(openid.slice(-8)),
  };
};

const carriedOver = ({ freeTasks, redeemed, bought }: PastAccount): Partial<StoredUser> => ({
  ...(freeTasks && { freeTasks }),
  redeemed,
  boughtBefore: bought,
});

const GIFTS = 'gifts';

/** As the account would begin now. Who has been here before gets no gift, and in a day only some of one network do. */
const expected = async (caller: Caller): Promise<StoredUser> => {
  const now = Date.now();
  const [past, isUsedUp, { registerGiftCredits }] = await Promise.all([
    pastAccountOf(openidOf(caller)),
    isNetworkUsedUp(caller, GIFTS, environment.GIFTS_PER_ADDRESS),
    settingsOf('general'),
  ]);
  const gift = past || isUsedUp ? 0 : registerGiftCredits;
  const owed = past?.owed ?? { paid: 0, gift: 0 };
  return {
    ...blank(caller, now),
    ...(past && carriedOver(past)),
    credits: { paid: 0 - owed.paid, gift: gift - owed.gift },
    _id: '',
    rev: 0,
    createTime: now,
    updateTime: now,
  };
};

const postingsOf = (userId: string, past: PastAccount | null, gift: number): Posting[] => {
  const owed = past?.owed ?? { paid: 0, gift: 0 };
  const debt = (bucket: 'paid' | 'gift'): Posting => ({
    _id: `${userId}_owed_${bucket}`,
    kind: 'refund_order',
    bucket,
    delta: 0 - owed[bucket],
    valueFen: 0,
    refType: 'register',
    refId: '',
    reason: userSentences.owedBefore,
    userNote: userSentences.owedBefore,
  });
  return [
    debt('paid'),
    debt('gift'),
    {
      _id: `${userId}_gift`,
      kind: 'gift',
      bucket: 'gift',
      delta: gift,
      refType: 'register',
      refId: '',
      reason: userSentences.welcomeGift,
      userNote: userSentences.welcomeGift,
    },
  ];
};

interface Beginning {
  gift: number;
  invitedBy: string;
  /** Whether the invitation brings something. */
  isPromised: boolean;
}

const giftsOf = (caller: Caller) => limitOf(caller, GIFTS, environment.GIFTS_PER_ADDRESS);

/**
 * Account, gift and what is owed from before, or nothing. Who has been here before comes by no invitation. Without a gift
 * that the network has had already it begins too, and support reads why.
 */
const begin = (caller: Caller, { gift, invitedBy, isPromised }: Beginning): Promise<StoredUser> => {
  const store = async (transaction: Transaction): Promise<StoredUser> => {
    const fields = blank(caller, transaction.now);
    const past = await pastAccountIn(transaction, fields.openid);
    const isGiven =
      !past &&
      (gift > 0 || isPromised) &&
      (await countWithin(transaction, ...giftsOf(caller), DAY_MS));
    const isRewarded = isPromised && isGiven;
    const user = (await transaction.insert('users', {
      ...fields,
      ...(past ? carriedOver(past) : await invitedFields(transaction, invitedBy, isRewarded)),
    })) as StoredUser;
    if (past) {
      const entry = { type: 'status', title: userSentences.cameBack } as const;
      await transaction.insert('userLogs', userLogRow(user, entry));
    } else if (!isGiven && (gift > 0 || isPromised)) {
      const { noGift: title, giftsUsedUp: detail } = userSentences;
      const entry = { type: 'credits', title, detail, ip: caller.ip } as const;
      await transaction.insert('userLogs', userLogRow(user, entry));
    }
    const postings = postingsOf(user._id, past, isGiven ? gift : 0);
    return post(transaction, user, postings, { allowNegative: true });
  };
  const locks = gift > 0 || isPromised ? [lockOfGifts(giftsOf(caller)[0])] : [];
  return inTransaction(store, { locks });
};

const createVisitor = async (caller: Caller, invitedBy: string): Promise<StoredUser> => {
  const most = environment.ACCOUNTS_PER_ADDRESS;
  const counted: TakeBack[] = [];
  try {
    const [past, { registerGiftCredits, invitation }] = await together(
      Promise.all([pastAccountOf(openidOf(caller)), settingsOf('general')]),
      countOfNetwork(caller, 'accounts', most, DAY_MS).then(one => counted.push(one)),
    );
    const gift = past ? 0 : registerGiftCredits;
    const isPromised = !past && invitedBy !== '' && rewards(invitation);
    const beginning = { gift, invitedBy, isPromised };
    const created = await begin(caller, beginning).catch(async (error: unknown) => {
      // Another call of the same visitor has begun an account, and perhaps deleted it already.
      if (!isDuplicate(error) || (await findVisitor(caller))) throw error;
      return begin(caller, beginning);
    });
    await count(created.createTime, { newUsers: 1 });
    return created;
  } catch (error) {
    await Promise.all(counted.map(takeBack => takeBack()));
    // Another first call was quicker, or the answer to this one's commit was lost.
    const first = await findVisitor(caller);
    if (!first) throw error;
    return first;
  }
};
