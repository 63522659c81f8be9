import type { CreditBucket, LedgerKind } from '#contract/creditLedger.ts';
import type { Age } from '#contract/legal.ts';
import type { Package } from '#contract/package.ts';
import { userSentences } from '#contract/sentences/users.ts';
import type { LedgerEntry, User } from '#contract/user.ts';
import { stateNotAllowed } from '../base/errors.ts';
import { repository, type Stored } from '../base/repository.ts';
import type { Transaction } from '../base/transaction.ts';
import { worthOf } from './worth.ts';

export interface StoredUser extends Stored, Omit<User, keyof Stored> {
  /** Encrypted; see `secrets.ts`. */
  phoneCipher?: string;
  /** Encrypted; see `guardian.ts`. */
  guardianCipher?: string;
  /** Encrypted; see `session.ts`. */
  sessionCipher?: string;
  /** When it was given. */
  sessionTime?: number;
  /** Number of redeemed codes by batch. */
  redeemed?: Record<string, number>;
  /** Number of packages bought by id, in accounts that the user has deleted before. */
  boughtBefore?: Record<string, number>;
  grams: string[];
  /** What the paid credits were bought for, in fen: the average price times their number. */
  paidValueFen?: number;
  /** Ids of the user's unfinished tasks: changed in the transactions that begin and end them. */
  activeTasks?: string[];
  /** Free tasks taken on the last day on which any were taken. */
  freeTasks?: { day: string; used: number };
  /** Invitations that brought it something on the last day on which any did. */
  rewarded?: { day: string; count: number };
  /** The agreement that was accepted last. */
  agreement?: { version: string; time: number; ip: string };
  /** The consent to photos of faces that was given last; taken back at `withdrawnTime`. */
  photoConsent?: { version: string; time: number; age: Age; withdrawnTime: number | null };
  /** When the job completes what a deletion or a ban has begun (`closing.ts`); null or absent: nothing is left. */
  closingTime?: number | null;
}

export const users = repository<StoredUser>('users');
/** What they may buy. */
export const packages = repository<Package>('packages');

export interface Posting {
  /** Derived from its cause, so that posting twice has no second effect. */
  _id: string;
  kind: LedgerKind;
  bucket: CreditBucket;
  delta: number;
  refType: string;
  refId: string;
  /** For administrators. */
  reason?: string;
  /** For the user. */
  userNote?: string;
  operator?: string;
  /** Identifies the request that posts it, as returned by `intended`. */
  intent?: string;
  /** Only for paid credits: their price in fen. Without it, credits that are taken count at the average price. */
  valueFen?: number;
}

const worthOfPosting = (
  { bucket, delta, valueFen }: Posting,
  balance: Pick<StoredUser, 'paidValueFen' | 'credits'>,
): number => {
  if (bucket !== 'paid') return 0;
  return valueFen ?? -worthOf(balance, Math.max(0, -delta));
};

export interface PostingOptions {
  /** A refund may take back more than is in the balance, which becomes negative. */
  allowNegative?: boolean;
  /** Other fields of the user changed in the same step, e.g. the package. */
  patch?: Partial<StoredUser>;
}

/**
 * Changes credits: the user's balance and one append-only line per posting, in the caller's transaction. Existing lines
 * are skipped, so a repeated grant or refund counts once.
 * @returns the user afterwards
 * @throws 40902 when the balance is insufficient for what is taken; what is given may leave a debt smaller
 */
export const post = async (
  transaction: Transaction,
  user: StoredUser,
  postings: Posting[],
  { allowNegative = false, patch = {} }: PostingOptions = {},
): Promise<StoredUser> => {
  const fresh: Posting[] = [];
  for (const posting of postings)
    if (
      posting.delta !== 0 &&
      !(await transaction.getIfRepeated<LedgerEntry>('creditLedger', posting._id))
    )
      fresh.push(posting);
  const balance = { ...user.credits };
  let paidValueFen = user.paidValueFen ?? 0;
  for (const whole of fresh) {
    const { bucket, delta, valueFen: _given, ...posting } = whole;
    const valueFen = worthOfPosting(whole, { paidValueFen, credits: balance });
    paidValueFen += valueFen;
    balance[bucket] += delta;
    if (delta < 0 && balance[bucket] < 0 && !allowNegative)
      throw stateNotAllowed(userSentences.notEnoughCredits);
    await transaction.insert('creditLedger', {
      reason: '',
      userNote: '',
      operator: '',
      ...posting,
      bucket,
      delta,
      ...(bucket === 'paid' && { valueFen }),
      userId: user._id,
      openid: user.openid,
      balanceAfter: balance[bucket],
    });
  }
  if (fresh.length === 0 && Object.keys(patch).length === 0) return user;
  return transaction.change('users', user, { ...patch, credits: balance, paidValueFen });
};
