import { codes } from '#contract/envelope.ts';
import { callSentences } from '#contract/sentences/calls.ts';
import { userSentences } from '#contract/sentences/users.ts';
import type { Caller } from '../base/cloud.ts';
import { ActionError, isDuplicate, stateNotAllowed } from '../base/errors.ts';
import { repository } from '../base/repository.ts';
import { gramsOf } from '../base/search.ts';
import { count } from '../counting/counters.ts';
import type { StoredUser } from './ledger.ts';

const users = repository<StoredUser>('users');

/**
 * The caller on the visitor side, according to the platform: the openid inside WeChat, otherwise `anon:<uid>`, or
 * `custom:<id>` with the id of the ticket. An openid of WeChat never contains a colon.
 */
export const openidOf = ({ openid, customUserId, uid }: Caller): string => {
  if (openid) return openid;
  if (customUserId) return `custom:${customUserId}`;
  if (uid) return `anon:${uid}`;
  throw new ActionError(codes.stateNotAllowed, callSentences.reloadPage);
};

/** Payments inside WeChat need an openid of WeChat. */
export const isWechatOpenid = (openid: string): boolean => openid !== '' && !openid.includes(':');

/** The caller's record; null if there is none yet. One wait. */
const findVisitor = async (caller: Caller): Promise<StoredUser | null> =>
  (await users.find({ openid: openidOf(caller) }, { limit: 1 }))[0] ?? null;

/**
 * The caller's record, created if there is none. Concurrent first calls create one: `openid` is unique.
 * @throws 40902 for a disabled or deleted user
 */
export const visitorUser = async (caller: Caller): Promise<StoredUser> => {
  const found = (await findVisitor(caller)) ?? (await createVisitor(caller));
  if (found.status !== 'normal') throw stateNotAllowed(userSentences.signInRefused);
  return found;
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
    return created;
  } catch (error) {
    const first = isDuplicate(error) ? await findVisitor(caller) : null;
    if (!first) throw error;
    return first;
  }
};
