import { codes } from '#contract/envelope.ts';
import { isWechatOpenid } from '#contract/openid.ts';
import { callSentences } from '#contract/sentences/calls.ts';
import { userSentences } from '#contract/sentences/users.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import type { Caller } from '../base/cloud.ts';
import { environment } from '../base/environment.ts';
import { ActionError, isDuplicate, stateNotAllowed } from '../base/errors.ts';
import { addAttempts } from '../base/rateLimit.ts';
import { repository } from '../base/repository.ts';
import { gramsOf } from '../base/search.ts';
import { settingsOf } from '../base/settings.ts';
import { inTransaction } from '../base/transaction.ts';
import { count } from '../counting/counters.ts';
import { post, type Posting, type StoredUser } from './ledger.ts';

const users = repository<StoredUser>('users');

/**
 * The caller on the visitor side, according to the platform: the openid inside WeChat, otherwise `anon:<uid>`, or
 * `custom:<id>` with the id of the ticket. An openid of WeChat never contains a colon.
 */
export const openidOf = (caller: Caller): string => {
  const known = knownOpenid(caller);
  if (known) return known;
  throw new ActionError(codes.stateNotAllowed, callSentences.reloadPage);
};

/** The same; '' for a stranger, who may call public actions. */
export const knownOpenid = ({ openid, customUserId, uid }: Caller): string => {
  if (openid) return openid;
  if (customUserId) return `custom:${customUserId}`;
  return uid ? `anon:${uid}` : '';
};

export { isWechatOpenid };

/** The caller's record; null if there is none yet. One wait. */
export const findVisitor = async (caller: Caller): Promise<StoredUser | null> => {
  const openid = knownOpenid(caller);
  if (!openid) return null;
  return (await users.find({ openid }, { limit: 1 }))[0] ?? null;
};

/**
 * The caller's record, created if there is none. Concurrent first calls create one: `openid` is unique.
 * @throws 40902 for a disabled or deleted user
 */
export const visitorUser = async (caller: Caller): Promise<StoredUser> => {
  openidOf(caller);
  const found = (await findVisitor(caller)) ?? (await createVisitor(caller));
  if (found.status !== 'normal') throw stateNotAllowed(userSentences.signInRefused);
  return found;
};

/**
 * The gift of a first visit, once by its id. Of one address only some get it in a day, since anonymous accounts cost
 * nothing.
 */
const welcome = async (user: StoredUser, { ip, isAnonymous }: Caller): Promise<StoredUser> => {
  const { registerGiftCredits } = await settingsOf('general');
  if (registerGiftCredits === 0) return user;
  if (isAnonymous) {
    const given = await addAttempts(`gift ${ip}`, DAY_MS);
    if (given > environment.GIFTS_PER_ADDRESS) return user;
  }
  const posting: Posting = {
    _id: `${user._id}_gift`,
    kind: 'gift',
    bucket: 'gift',
    delta: registerGiftCredits,
    refType: 'register',
    refId: '',
    reason: userSentences.welcomeGift,
  };
  return inTransaction(async transaction =>
    post(transaction, await transaction.require<StoredUser>('users', user._id), [posting]),
  );
};

const createVisitor = async (caller: Caller): Promise<StoredUser> => {
  const openid = openidOf(caller);
  const now = Date.now();
  try {
    const created = await users.insert({
      openid,
      nickName: '',
      avatarUrl: '',
      isAnonymous: caller.isAnonymous,
      phoneTail: '',
      channel: isWechatOpenid(openid) ? 'mini_program' : 'web',
      status: 'normal',
      statusReason: '',
      disabledUntil: null,
      tags: [],
      packageId: '',
      packageName: '',
      packageExpireTime: null,
      credits: { paid: 0, gift: 0 },
      stats: { taskCount: 0, failCount: 0, orderCount: 0, paidFen: 0, refundFen: 0, printCount: 0 },
      lastActiveTime: now,
      remark: '',
      grams: gramsOf(openid.slice(-8)),
    });
    await count(created.createTime, { newUsers: 1 });
    return await welcome(created, caller);
  } catch (error) {
    const first = isDuplicate(error) ? await findVisitor(caller) : null;
    if (!first) throw error;
    return first;
  }
};
