import { creditsTaken, creditsTakenOfHeld } from '#contract/refundTerms.ts';
import { refundSentences } from '#contract/sentences/refunds.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { _ } from '../base/cloud.ts';
import { lockOfUser } from '../base/locks.ts';
import { known, type Transaction } from '../base/transaction.ts';
import type { StoredOrder } from '../orders/orders.ts';
import { type Held, heldBy } from '../tasks/held.ts';
import { post, type Posting, type StoredUser } from '../users/ledger.ts';
import { type Membership, prolonged, shortened, timeLeft } from '../users/membership.ts';
import { userLogRow } from '../users/userLog.ts';
import { worthOf } from '../users/worth.ts';
import { reclaimable, reclaimableBought, type StoredRefund } from './refunds.ts';

type Taken = NonNullable<StoredRefund['clawedBack']>;
type Wanted = StoredRefund['clawback'];
type Asking = Pick<StoredRefund, 'clawback' | 'clawedBack' | 'asked'>;

const NOTHING: Taken = { paid: 0, gift: 0, packageDays: 0 };

export const asksForGrants = ({ credits, packageDays }: Wanted): boolean =>
  credits > 0 || packageDays > 0;

/** What a refund was to take from its user, also where it has taken it by now. */
const wantedBy = ({ clawback, clawedBack, asked }: Asking): Wanted =>
  clawedBack && asked ? asked : clawback;

/** The lock under which a refund takes and gives back what its order had granted. */
export const lockOfGrants = (refund: Asking & Pick<StoredRefund, 'userId'>) =>
  refund.userId && asksForGrants(wantedBy(refund)) ? [lockOfUser(refund.userId)] : [];

/** What moves with a refund, for its transactions. */
export const touchedBy = (refund: StoredRefund, locks = lockOfGrants(refund)) => ({
  known: [
    known('refunds', refund._id, refund, ['status', 'reserved', 'turn.holder']),
    known('orders', refund.orderId),
    ...locks.map(() => known('users', refund.userId)),
  ],
  locks,
});

/** The days of the membership to take back: those left of the order's, and no more than is wanted. */
const membershipTaken = (
  { packageDays }: Wanted,
  { fulfil, clawedBack }: StoredOrder,
  user: StoredUser,
  now: number,
): number => {
  const begun = Math.max(0, now - (fulfil.daysFrom ?? now));
  const ofOrder = (fulfil.days - clawedBack.days) * DAY_MS - begun;
  return Math.max(0, Math.min(packageDays * DAY_MS, ofOrder, timeLeft(user, now)));
};

/** How many days of the order could be taken back now. */
export const daysLeftOf = (user: StoredUser, order: StoredOrder, now: number): number => {
  const all = { credits: 0, packageDays: reclaimable(order).days, allowNegative: false };
  return Math.ceil(membershipTaken(all, order, user, now) / DAY_MS);
};

/** What the bought credits among those taken had cost: those of the balance, and those held by tasks. */
const valueOf = (paid: number, ofHeld: number, user: StoredUser, held: Held): number => {
  const inTasks = held.paid > 0 ? Math.round((held.valueFen * ofHeld) / held.paid) : 0;
  return worthOf(user, paid) + inTasks;
};

/** What a refund takes from the user as stored now: the one calculation, for its preview and for the refund itself. */
export const takenFrom = (
  user: StoredUser,
  order: StoredOrder,
  wanted: Wanted,
  held: Held,
  now: number,
): Taken & { ofHeld: number } => {
  const { paid, gift } = creditsTaken(wanted, reclaimableBought(order), user.credits, held);
  const ofHeld = creditsTakenOfHeld({ paid, gift }, user.credits, held);
  const ms = membershipTaken(wanted, order, user, now);
  const { packageId, packageName } = user;
  return {
    paid,
    gift,
    valueFen: valueOf(paid, ofHeld.paid, user, held),
    packageDays: Math.ceil(ms / DAY_MS),
    membership: ms > 0 ? { ms, packageId, packageName } : null,
    ofHeld: ofHeld.paid + ofHeld.gift,
  };
};

/** What grants need of a refund, which may not be stored yet. */
type Granting = Asking & Pick<StoredRefund, '_id' | 'amountFen' | 'takings' | 'reason'>;

/** What a refund does to its user's record: the grants that it takes or gives back. */
interface Step {
  taken: Taken;
  /** 1 for what is taken, -1 for what is given back. */
  sign: 1 | -1;
  membership: Partial<Membership>;
}

const taking = async (
  transaction: Transaction,
  { clawback }: Granting,
  order: StoredOrder,
  user: StoredUser | null,
): Promise<Step> => {
  if (!user || !asksForGrants(clawback)) return { taken: NOTHING, sign: 1, membership: {} };
  const { now } = transaction;
  const held = await heldBy(transaction, user);
  const { ofHeld: _shown, ...taken } = takenFrom(user, order, clawback, held, now);
  return { taken, sign: 1, membership: shortened(user, taken.membership?.ms ?? 0, now) };
};

/** The user has lost that time, so they get it from now on, or at the end of what they have by now. */
const returning = (taken: Taken, user: StoredUser | null, now: number): Step => {
  const { membership } = taken;
  if (!user || !membership) return { taken, sign: -1, membership: {} };
  const kept = timeLeft(user, now) > 0 ? user : membership;
  return { taken, sign: -1, membership: prolonged(user, kept, membership.ms, now) };
};

/** Each taking has lines of its own, and so has a success in the version before (`<refund>_paid`). */
const postingsOf = (refund: Granting, takings: number, { taken, sign }: Step): Posting[] => {
  const id = `${refund._id}_${takings}`;
  const [kind, suffix, sentence] =
    sign === 1
      ? (['refund_order', '', refundSentences.taken] as const)
      : (['refund_undone', '_back', refundSentences.undone] as const);
  return (['paid', 'gift'] as const).map(bucket => ({
    _id: `${id}_${bucket}${suffix}`,
    kind,
    bucket,
    delta: -sign * taken[bucket],
    valueFen: -sign * (taken.valueFen ?? 0),
    refType: 'refund',
    refId: refund._id,
    reason: sentence(refund.reason),
    userNote: sentence(''),
  }));
};

const logOf = (user: StoredUser, { _id }: Granting) =>
  userLogRow(user, {
    type: 'refund',
    title: refundSentences.succeeded,
    refType: 'refund',
    refId: _id,
  });

/** The version before takes with the success what it finds in `clawback`: after a rollback it must not do so again. */
const nothingLeft = (wanted: Wanted): Wanted => ({ ...wanted, credits: 0, packageDays: 0 });

const sumOf = ({ paid, gift }: Taken) => paid + gift;

/** Where a refund comes to stand: its amount is reserved, or it has arrived, or neither. */
interface Standing {
  reserved: boolean;
  succeeded: boolean;
}

/**
 * Takes what the order had granted from the user, or gives it back, in the transaction that changes the refund: it is
 * out of the user's reach from the moment the amount is reserved, for good once the money has arrived, and theirs again
 * when the amount is released. The refund's `clawedBack` says how it stands, so each happens once.
 * @returns what changes with it in refund and order
 */
export const moveGrants = async (
  transaction: Transaction,
  refund: Granting,
  order: StoredOrder,
  { reserved, succeeded }: Standing,
): Promise<{
  ofRefund: Partial<Pick<StoredRefund, 'clawback' | 'clawedBack' | 'asked' | 'takings'>>;
  ofOrder: Partial<Pick<StoredOrder, 'clawedBack'>>;
}> => {
  const keeps = reserved || succeeded;
  const had = refund.clawedBack;
  if (keeps === Boolean(had) && !succeeded) return { ofRefund: {}, ofOrder: {} };
  const wanted = wantedBy(refund);
  const isUserChanged = succeeded || asksForGrants(wanted);
  const user =
    order.userId && isUserChanged ? await transaction.get<StoredUser>('users', order.userId) : null;
  const step = !had
    ? await taking(transaction, refund, order, user)
    : succeeded
      ? null
      : returning(had, user, transaction.now);
  const takings = (refund.takings ?? 0) + (had ? 0 : 1);
  if (user) {
    const { refundingCredits = 0 } = user;
    const begun = reserved && step ? sumOf(step.taken) : 0;
    const underWay = had ? -sumOf(had) : begun;
    const patch = {
      ...step?.membership,
      refundingCredits: Math.max(0, refundingCredits + underWay),
    };
    const postings = step ? postingsOf(refund, takings, step) : [];
    await post(transaction, user, postings, { allowNegative: true, patch });
    if (succeeded) {
      await transaction.note('users', user._id, { 'stats.refundFen': _.inc(refund.amountFen) });
      await transaction.insert('userLogs', logOf(user, refund));
    }
  }
  if (!step) return { ofRefund: {}, ofOrder: {} };
  const { taken, sign } = step;
  const { credits, days } = order.clawedBack;
  return {
    ofRefund: had
      ? { clawback: wanted, clawedBack: null, takings }
      : { clawback: nothingLeft(wanted), clawedBack: taken, asked: wanted, takings },
    ofOrder: {
      clawedBack: {
        credits: credits + sign * sumOf(taken),
        days: days + sign * taken.packageDays,
      },
    },
  };
};
