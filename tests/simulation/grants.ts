import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { StoredRefund } from '#cloudfunctions/_shared/refunds/refunds.ts';
import type { StoredTask } from '#cloudfunctions/_shared/tasks/tasks.ts';
import type { StoredUser } from '#cloudfunctions/_shared/users/ledger.ts';
import { isActiveTask } from '#contract/taskStates.ts';
import type { LedgerEntry } from '#contract/user.ts';
import { demand, sum } from './demand.ts';
import { MEMBER_DAYS } from './records.ts';

const DAY = 86_400_000;
const buckets = ['paid', 'gift'] as const;

export interface GrantRecords {
  users: StoredUser[];
  orders: StoredOrder[];
  refunds: StoredRefund[];
  tasks: StoredTask[];
  lines: LedgerEntry[];
}

/** A refund has what it took while its amount is reserved and once it has arrived, and its lines make just that. */
const takenAsLong = ({ refunds, lines, orders, users }: GrantRecords) => {
  for (const { _id, reserved, status, clawedBack } of refunds) {
    const keeps = reserved || status === 'success';
    demand(
      keeps === Boolean(clawedBack),
      () =>
        `${_id} is ${status}, ${reserved ? '' : 'not '}reserved, and took ${JSON.stringify(clawedBack)}`,
    );
    for (const bucket of buckets) {
      const its = lines.filter(line => line.refId === _id && line.bucket === bucket);
      const total = sum(its, ({ delta }) => delta);
      const taken = clawedBack?.[bucket] ?? 0;
      demand(total + taken === 0, () => `${_id} took ${taken} ${bucket}, its lines make ${total}`);
    }
  }
  for (const { _id, clawedBack } of orders) {
    const its = refunds.filter(({ orderId }) => orderId === _id);
    const credits = sum(its, row => (row.clawedBack?.paid ?? 0) + (row.clawedBack?.gift ?? 0));
    const days = sum(its, row => row.clawedBack?.packageDays ?? 0);
    demand(
      clawedBack.credits === credits && clawedBack.days === days,
      () =>
        `${_id} notes ${JSON.stringify(clawedBack)} as taken, its refunds make ${credits}, ${days}`,
    );
  }
  for (const { _id, refundingCredits = 0 } of users) {
    const its = refunds.filter(({ userId, reserved }) => userId === _id && reserved);
    const credits = sum(its, row => (row.clawedBack?.paid ?? 0) + (row.clawedBack?.gift ?? 0));
    demand(
      refundingCredits === credits,
      () => `${_id} notes ${refundingCredits} as being refunded, the refunds make ${credits}`,
    );
  }
};

/** What a user's unfinished tasks hold. */
const heldBy = (tasks: StoredTask[], userId: string, bucket: 'paid' | 'gift') =>
  sum(
    tasks.filter(task => task.userId === userId && isActiveTask(task.status)),
    ({ held }) => held[bucket],
  );

/** A refund that takes less than it wants leaves nothing, in the balance or with unfinished tasks. */
const takenAsFarAsThere = ({ users, orders, refunds, tasks }: GrantRecords, known: Set<string>) => {
  for (const { _id, userId, orderId, takings, asked, clawedBack } of refunds) {
    const taking = `${_id} ${takings ?? 0}`;
    if (!clawedBack || !asked || known.has(taking)) continue;
    known.add(taking);
    const user = users.find(one => one._id === userId);
    const order = orders.find(one => one._id === orderId)!;
    if (!user) continue;
    const before = order.clawedBack.credits - clawedBack.paid - clawedBack.gift;
    const paid = Math.min(asked.credits, Math.max(0, order.fulfil.credits - before));
    const wanted = { paid, gift: asked.credits - paid };
    for (const bucket of buckets) {
      const left = user.credits[bucket] + heldBy(tasks, userId, bucket);
      demand(
        clawedBack[bucket] === wanted[bucket] || left <= 0,
        () => `${_id} took ${clawedBack[bucket]} of ${wanted[bucket]} ${bucket} and leaves ${left}`,
      );
    }
  }
};

/**
 * Without a debt that was chosen no refund takes more than the user has and their unfinished tasks hold, and no task
 * begins on what one balance lacks.
 * @param known ids of the lines that were looked at before
 */
const takenNoFurther = ({ users, refunds, tasks, lines }: GrantRecords, known: Set<string>) => {
  for (const { _id, userId, bucket, kind, refId, balanceAfter } of lines) {
    if (known.has(_id)) continue;
    known.add(_id);
    const { credits } = users.find(one => one._id === userId)!;
    const held = heldBy(tasks, userId, bucket);
    const isDebtChosen = refunds.find(row => row._id === refId)?.clawback.allowNegative ?? false;
    demand(
      kind !== 'refund_order' || isDebtChosen || balanceAfter + held >= 0,
      () => `${_id} leaves ${balanceAfter}, and unfinished tasks hold ${held}`,
    );
    demand(
      kind !== 'consume' || credits.paid + credits.gift >= 0,
      () => `${_id} is on credits that ${userId} lacks: ${JSON.stringify(credits)}`,
    );
  }
};

/**
 * Only refunds shorten the first user's membership, and only as long as they stand; nobody gets more than the time that
 * was lost.
 */
const membershipIsKept = ({ users, refunds }: GrantRecords, begin: number, now: number) => {
  const user = users.find(({ _id }) => _id === 'usr_0001');
  if (!user) return;
  const first = begin - 3_600_000 + MEMBER_DAYS * DAY;
  const taken = sum(
    refunds.filter(({ userId }) => userId === user._id),
    row => row.clawedBack?.membership?.ms ?? 0,
  );
  const until = user.packageId === '' ? now : (user.packageExpireTime ?? 0);
  demand(
    user.packageId === '' ? first - taken <= now : until + taken >= first,
    () => `${user._id} is a member until ${until}, refunds took ${taken} of ${first}`,
  );
  demand(
    until + taken <= first + (now - begin),
    () => `${user._id} gained time: member until ${until}, refunds took ${taken} of ${first}`,
  );
};

export const checkGrantsTaken = (
  records: GrantRecords,
  { seen, begin, now }: { seen: Set<string>; begin: number; now: number },
) => {
  takenAsLong(records);
  takenAsFarAsThere(records, seen);
  takenNoFurther(records, seen);
  membershipIsKept(records, begin, now);
};

/** At the end: of a package that was wholly paid back nobody has credits, but for those from elsewhere. */
export const nothingForNothing = ({ users, orders, tasks, lines }: GrantRecords) => {
  for (const { _id, status, userId, type } of orders) {
    if (status !== 'refunded' || type !== 'package') continue;
    const user = users.find(one => one._id === userId)!;
    // An administrator gave back what a picture had cost.
    const given = sum(
      tasks.filter(
        task => task.userId === userId && task.status === 'succeeded' && task.isRefunded,
      ),
      ({ held }) => held.paid + held.gift,
    );
    const elsewhere = sum(
      lines.filter(
        ({ userId: to, kind, delta, refId }) =>
          to === userId &&
          delta > 0 &&
          refId !== _id &&
          ['buy', 'gift', 'code', 'admin'].includes(kind),
      ),
      ({ delta }) => delta,
    );
    const has = user.credits.paid + user.credits.gift;
    demand(
      has <= elsewhere + given,
      () =>
        `${_id} was paid back, and ${userId} has ${has} credits, ${elsewhere + given} from elsewhere`,
    );
  }
};
