import type { Random } from '../../scripts/demo/random.ts';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { StoredRefund } from '#cloudfunctions/_shared/refunds/refunds.ts';
import { ADMINS, PAY_FEN, tokenOf } from './records.ts';
import type { World } from './world.ts';

const pauses = [0, 100, 3_000, 20_000, 62_000, 90_000];

const deeds = {
  created: ['syncRefund'],
  processing: ['syncRefund'],
  success: [],
  closed: ['retryRefund'],
  voided: [],
  abnormal: ['applyAbnormalRefund', 'syncRefund'],
  request_failed: ['retryRefund', 'syncRefund', 'voidRefund', 'voidRefund'],
} as const;
const anything = ['retryRefund', 'syncRefund', 'voidRefund', 'applyAbnormalRefund'] as const;

/** An administrator at work: looks how things stand, waits a while, does what one would do then, or something else. */
export const administrator = async (world: World, random: Random, name: string, times: number) => {
  const as = { token: tokenOf(name) };
  for (let at = 0; at < times; at += 1) {
    await world.scheduler.pause(`${name} thinks`, random.pick(pauses) + random.int(0, 500), true);
    const orderId = random.chance(0.8) ? 'ord_1' : 'ord_2';
    const order = (await world.rows<StoredOrder>('orders')).find(({ _id }) => _id === orderId)!;
    const its = (await world.rows<StoredRefund>('refunds')).filter(row => row.orderId === orderId);
    const open = its.find(({ _id }) => _id === order.openRefundId);
    const chosen = open ?? (its.length > 0 && random.chance(0.3) ? random.pick(its) : undefined);
    if (!chosen || random.chance(0.1)) {
      const left = order.payFen - order.refundedFen - order.refundingFen;
      const amountFen = random.pick([500, 500, 700, left || PAY_FEN]);
      const wish = { amountFen, reasonCode: 'user_request', reason: '用户申请' };
      const asked = { id: orderId, ...wish, ...(random.chance(0.3) && { idemKey: `key_${at}` }) };
      await Promise.all(
        (random.chance(0.1) ? [1, 2] : [1]).map(() =>
          world.call(name, 'adminOrder', 'processRefund', asked, as),
        ),
      );
      continue;
    }
    const usual = deeds[chosen.status];
    const deed = random.pick(random.chance(0.15) || usual.length === 0 ? anything : usual);
    // TODAY: a voided one is `closed` and may be sent again, which is no longer so once it is `voided`.
    if (deed === 'retryRefund' && chosen.status === 'closed' && world.voided.has(chosen._id))
      continue;
    const data = {
      id: chosen._id,
      ...(deed === 'voidRefund' && { reason: '重新发起' }),
      ...(deed === 'applyAbnormalRefund' && { type: 'MERCHANT_BANK_CARD' }),
    };
    await world.call(name, 'adminOrder', deed, data, as);
  }
};

export const refundPeople = (world: World, random: Random) =>
  ADMINS.map(name => administrator(world, random, name, random.int(2, 5)));
