import { describe, expect, it, vi } from 'vitest';
import type { StoredDay } from '#cloudfunctions/_shared/reconciliation/records.ts';
import { HOUR, startReconciliationWorld } from './reconciliationWorld.ts';

const {
  world,
  newOrder,
  gateway,
  set,
  tradeOf,
  dayAfter,
  dayOf,
  startOf,
  DAY,
  noon,
  paid,
  refunded,
  run,
  timer,
  stored,
  found,
  seen,
} = await startReconciliationWorld();
const { billTime, dayClaims, freshDay, newestDay, reconciliationDays } =
  await import('#cloudfunctions/_shared/reconciliation/records.ts');
const { work } = await import('#cloudfunctions/_shared/reconciliation/run.ts');

describe('a comparison', () => {
  it('continues after a kill, and counts nothing twice', async () => {
    for (let at = 0; at < 8; at += 1) await paid(noon + at);
    const lost = [await paid(noon + 20), await paid(noon + 21)];
    const unpaid = await newOrder({ status: 'closed', payFen: 100 });
    gateway.trades.set(unpaid.orderNo, tradeOf(unpaid, { successTime: startOf(DAY) }));
    const unknown = lost.map(({ orderNo }) => orderNo);
    world.remember({ trades: [], unknown });

    // Dies while noting its second page: the page's findings are stored, the progress is not.
    const { database } = world.emulator;
    const handle = database.handle.bind(database);
    let notes = 0;
    database.handle = async (action, body) => {
      if (
        body['collectionName'] === 'reconciliationDays' &&
        /modify|update|findAnd/i.test(action)
      ) {
        const isProgress = JSON.stringify(body).includes('\\"line\\":');
        if (isProgress && (notes += 1) > 2) throw new Error('killed');
      }
      return handle(action, body);
    };
    const cut = await world.call('adminReconciliation', 'runDay', { day: DAY });
    database.handle = handle;
    expect(cut.code).toBe(50001);
    expect(await stored()).toMatchObject({ status: 'running', work: { phase: 'theirs', line: 3 } });
    expect(await world.call('adminReconciliation', 'runDay', { day: DAY })).toMatchObject({
      code: 40902,
      message: '这一天正在核对，请稍候',
    });

    await timer();
    expect(await stored()).toMatchObject({ status: 'running' });
    await set('reconciliationDays', DAY, { claimUntil: Date.now() - 1 });
    await timer();
    expect(await stored()).toMatchObject({
      status: 'different',
      openCount: 3,
      run: 1,
      work: null,
      claimUntil: 0,
      there: { paidCount: 9 },
      ours: { paidCount: 10, paidFen: 19_990 },
    });
    expect((await seen()).length).toBe(3);
  });

  it('works in slices with the same result', async () => {
    for (let at = 0; at < 7; at += 1) await paid(noon + at);
    await reconciliationDays.insert(freshDay(DAY, Date.now()), DAY);
    let slices = 0;
    for (let day = await stored(); day.status !== 'agreed'; day = await stored()) {
      await work((await dayClaims.take(day))!, 0);
      expect((slices += 1)).toBeLessThan(12);
    }
    expect(slices).toBeGreaterThan(4);
    expect(await stored()).toMatchObject({ ours: { paidCount: 7, paidFen: 7 * 1_999 }, run: 1 });
  });

  it('starts again when the bill has changed meanwhile', async () => {
    for (let at = 0; at < 4; at += 1) await paid(noon + at);
    const day = await reconciliationDays.insert(freshDay(DAY, Date.now()), DAY);
    await work((await dayClaims.take(day))!, 0);
    expect((await stored()).work?.line).toBe(3);
    await paid(startOf(DAY) + HOUR);
    await timer();
    expect(await stored()).toMatchObject({ status: 'agreed', ours: { paidCount: 5 }, run: 2 });
  });

  it('is started by the worker from ten in the morning, for yesterday and earlier days that were missed', async () => {
    const today = dayAfter(dayOf(Date.now()), 30);
    vi.useFakeTimers({ toFake: ['Date'], now: startOf(today) + 10 * HOUR - 1 });
    expect(newestDay(Date.now())).toBe(dayAfter(today, -2));
    await timer();
    const days = async () => (await world.rows('reconciliationDays')).map(({ _id }) => _id);
    expect(await days()).not.toContain(dayAfter(today, -1));
    vi.setSystemTime(startOf(today) + 10 * HOUR);
    await timer();
    expect(await days()).toEqual(
      expect.arrayContaining([1, 2, 3, 4, 5, 6, 7, 8].map(at => dayAfter(today, -at))),
    );
    expect(await stored(dayAfter(today, -1)), world.errors.join('\n')).toMatchObject({
      failure: '',
      attempts: 0,
      status: 'agreed',
      hasBill: false,
    });
  });

  it('of a day of the demo gives the same result again', async () => {
    const before = (await world.rows('reconciliationDays')) as unknown as StoredDay[];
    const resultOf = ({
      status,
      hasBill,
      there,
      ours,
      feeFen,
      others,
      funds,
      openCount,
    }: StoredDay) => ({
      status,
      hasBill,
      there,
      ours,
      feeFen,
      others,
      funds,
      openCount,
    });
    const days = before.filter(
      ({ status, there, ours }) =>
        status !== 'agreed' || there.refundCount + ours.refundCount > 0 || there.paidCount > 1,
    );
    expect(days.length).toBeGreaterThan(2);
    const statuses = async (day: string) =>
      (await found(day)).map(({ _id, status, note }) => [_id, status, note]);
    for (const day of days) {
      const differences = await statuses(day._id);
      await run(day._id);
      expect(resultOf(await stored(day._id)), day._id).toEqual(resultOf(day));
      expect(await statuses(day._id)).toEqual(differences);
    }
  });
});

describe('around midnight', () => {
  const NEXT = dayAfter(DAY);
  const midnight = startOf(NEXT);

  it("a payment is looked up in the neighbouring day's bill before it counts as a difference", async () => {
    const order = await paid(midnight - 5_000);
    gateway.trades.set(order.orderNo, tradeOf(order, { successTime: midnight + 2_000 }));
    expect(await run(DAY)).toMatchObject({ status: 'agreed', ours: { paidCount: 0 } });
    expect(await run(NEXT)).toMatchObject({ status: 'agreed', ours: { paidCount: 1 } });
  });

  it('a payment far from midnight is not', async () => {
    const order = await paid(midnight - 2 * HOUR);
    gateway.trades.set(order.orderNo, tradeOf(order, { successTime: midnight + 2_000 }));
    await run(DAY);
    expect(await seen()).toEqual([['payment_unknown', order.orderNo, 'open']]);
  });

  it('a refund belongs to the bill of the day of its acceptance, however late it arrives', async () => {
    await refunded(midnight - 600_000, { successTime: midnight + 2 * 86_400_000 });
    expect(await run(DAY)).toMatchObject({ status: 'agreed', ours: { refundCount: 1 } });
    expect(await run(dayAfter(NEXT, 2))).toMatchObject({ status: 'agreed', hasBill: false });
  });

  it('what may be in the next bill waits for it, then counts', async () => {
    const newest = newestDay(Date.now());
    const late = await paid(startOf(dayAfter(newest)) - 60_000);
    world.remember({ trades: [], unknown: [late.orderNo] });
    const before = (await run(newest)).openCount;
    const of = async () => (await found(newest)).find(({ number }) => number === late.orderNo);
    expect(await of()).toMatchObject({ status: 'waiting', kind: 'payment_unknown' });
    const there = billTime(dayAfter(newest));
    expect((await stored(newest)).nextTime).toBe(there);

    vi.useFakeTimers({ toFake: ['Date'], now: there + 60_000 });
    await timer();
    vi.useRealTimers();
    expect(await of()).toMatchObject({ status: 'open' });
    expect(await stored(newest)).toMatchObject({ openCount: before + 1, nextTime: null });
  });
});
