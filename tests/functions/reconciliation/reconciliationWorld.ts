import { afterEach, beforeEach, vi } from 'vitest';
import type { StoredDay } from '#cloudfunctions/_shared/reconciliation/records.ts';
import { commerceOf } from '../orders/commerce.ts';
import { startWorld } from '../world/harness.ts';
import { finishJob } from '../world/runJob.ts';

export const HOUR = 3_600_000;

/** A world that compares a few rows at a time, with a day long before anything else in it, and its comparison. */
export const startReconciliationWorld = async () => {
  const world = await startWorld({ RECONCILIATION_PAGE_ROWS: 3, RECONCILIATION_CHUNK_ROWS: 4 });
  beforeEach(() => world.reset());
  afterEach(() => vi.useRealTimers());
  // Only now: what reads the environment does so when it loads.
  const { dayAfter, dayOf, startOf } = await import('#contract/shanghai.ts');
  const commerce = commerceOf(world);
  const { newOrder, newRefund, one } = commerce;

  const DAY = dayAfter(dayOf(Date.now()), -40);
  const noon = startOf(DAY) + 12 * HOUR;
  const found = async (day = DAY) => {
    const wanted = { filter: { day }, pageSize: 100 };
    return (await world.ok('adminReconciliation', 'getDifferences', wanted)).list;
  };

  return {
    ...commerce,
    world,
    bills: world.sandbox.wechatpay.bills,
    dayAfter,
    dayOf,
    startOf,
    DAY,
    noon,
    /** An order that was paid; the gateway knows it as our record says. */
    paid: (time = noon, fields = {}) => newOrder({ payTime: time, payFen: 1_999, ...fields }),
    refunded: (time = noon, fields = {}) =>
      newRefund({
        status: 'success',
        payChannel: 'wxpay',
        refundId: `5000${time}`,
        amountFen: 500,
        createTime: time,
        successTime: time + 60_000,
        ...fields,
      }),
    run: (day = DAY) => world.ok('adminReconciliation', 'runDay', { day }),
    timer: () => finishJob(world, 'reconciliation'),
    stored: (day = DAY) => one<StoredDay>('reconciliationDays', day),
    /** The differences of a day, and the same in short. */
    found,
    seen: async (day = DAY) =>
      (await found(day)).map(({ kind, number, status }) => [kind, number, status]),
  };
};
