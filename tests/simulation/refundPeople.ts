import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { StoredRefund } from '#cloudfunctions/_shared/refunds/refunds.ts';
import type { Random } from '../../scripts/demo/random.ts';
import { ADMINS, PAY_FEN, tokenOf } from './records.ts';
import { itemWish } from './refundWish.ts';
import type { World } from './world.ts';

const pauses = [0, 100, 3_000, 20_000, 62_000, 90_000, 310_000, 620_000];

/** The delay between a person's actions: often the same for all, so that they coincide. */
const rhythmsOf = (random: Random, people: string[]): number[][] => {
  const rhythm = () => [
    0,
    100,
    ...Array.from({ length: random.int(1, 5) }, () => random.pick(pauses)),
  ];
  const shared = rhythm();
  return people.map(() => (random.chance(0.7) ? shared : rhythm()));
};

const usualActions = {
  created: ['syncRefund'],
  processing: ['syncRefund'],
  success: [],
  closed: ['retryRefund'],
  voided: [],
  abnormal: ['applyAbnormalRefund', 'syncRefund'],
  request_failed: ['voidRefund', 'retryRefund', 'syncRefund'],
} as const;
const anything = ['retryRefund', 'syncRefund', 'voidRefund', 'applyAbnormalRefund'] as const;

type Action = (typeof anything)[number];

/**
 * An administrator: looks at the state and does what one would do then, or something else; sometimes in two windows.
 */
const administrator = async (world: World, random: Random, name: string, rhythm: number[]) => {
  const call = (action: 'processRefund' | Action, data: Record<string, unknown>) =>
    world.call(name, 'adminOrder', action, data, { token: tokenOf(name) });

  const refund = async (order: StoredOrder, key: string) => {
    const left = order.payFen - order.refundedFen - order.refundingFen;
    const byItem = random.chance(0.4);
    const what = byItem
      ? await itemWish(world, random, order)
      : { amountFen: random.pick([500, 500, 700, left || PAY_FEN]) };
    const clawback = random.chance(0.1) && { clawback: { allowNegative: true } };
    const wish = { ...what, ...clawback, reasonCode: '其他', reason: '用户申请' };
    const asked = { id: order._id, ...wish, ...(random.chance(0.3) && { idemKey: key }) };
    const times = random.chance(0.1) ? [1, 2] : [1];
    await Promise.all(times.map(() => call('processRefund', asked)));
  };

  const goOn = async ({ _id: id, status }: StoredRefund) => {
    const usual: readonly Action[] = usualActions[status];
    const from = random.chance(0.1) || usual.length === 0 ? anything : usual;
    const windows = random.sample(from, random.chance(0.5) ? 2 : 1);
    await Promise.all(
      windows.map(async action => {
        if (windows.length > 1) await world.scheduler.pause('a window', random.int(0, 300), true);
        await call(action, {
          id,
          ...(action === 'voidRefund' && { reason: '重新发起' }),
          ...(action === 'applyAbnormalRefund' && { type: 'MERCHANT_BANK_CARD' }),
        });
      }),
    );
  };

  let isUrgent = false;
  for (const [at, pause] of rhythm.entries()) {
    const thinks = (isUrgent && random.chance(0.6) ? 0 : pause) + random.int(0, 500);
    await world.scheduler.pause(`${name} thinks`, thinks, true);
    const orderId = random.chance(0.8) ? 'ord_1' : 'ord_2';
    const order = (await world.rows<StoredOrder>('orders')).find(({ _id }) => _id === orderId)!;
    const its = (await world.rows<StoredRefund>('refunds')).filter(row => row.orderId === orderId);
    const open = its.find(({ _id }) => _id === order.openRefundId);
    const chosen = open ?? (its.length > 0 && random.chance(0.3) ? random.pick(its) : undefined);
    // What failed is seen to at once.
    isUrgent = !chosen || chosen.status === 'request_failed';
    if (!chosen || random.chance(0.1)) await refund(order, `key_${at}`);
    else await goOn(chosen);
  }
};

export const refundPeople = (world: World, random: Random) => {
  const rhythms = rhythmsOf(random, ADMINS);
  return ADMINS.map((name, at) => administrator(world, random, name, rhythms[at]!));
};
