import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { CollectionName } from '#contract/collections.ts';
import { dayAfter, dayOf, startOf } from '#contract/shanghai.ts';
import { allTodoKinds, type TodoKind } from '#contract/todoKinds.ts';
import { startWorld } from '../world/harness.ts';
import { finishJob } from '../world/runJob.ts';
import { startAtNoon } from '../world/startAtNoon.ts';

const world = await startWorld({ COUNTERS_REBUILD_DAYS: 12 });
let [now, today, yesterday] = [0, '', ''];
startAtNoon();
beforeEach(async () => {
  await world.reset();
  now = Date.now();
  today = dayOf(now);
  yesterday = dayAfter(today, -1);
});
const counting = await import('#cloudfunctions/_shared/counting/counters.ts');
const { foldDays } = await import('#cloudfunctions/_shared/counting/fold.ts');
const { count, countTemplate, figuresOf } = counting;

const DAY = 86_400_000;
const timer = () =>
  finishJob<{
    claimed: boolean;
    days: number;
    corrected: Record<string, Record<string, number>>;
  }>(world, 'rebuildCounters');

describe('the figures of a period', () => {
  beforeEach(async () => {
    await count(now, { paidOrders: 2, paidFen: 300, paidOrders_package: 2, paidFen_package: 300 });
    await count(now - 2 * DAY, { paidOrders: 1, paidFen: 50 });
    await count(now - 3 * DAY, { paidOrders: 4, paidFen: 1_000 });
    await count(now - 100 * DAY, { paidOrders: 9, newUsers: 5 });
  });

  it('are compared with the period of the same length before it', async () => {
    const summary = await world.ok('adminDashboard', 'getSummary', { days: 3 });
    expect(summary).toMatchObject({
      period: { from: dayAfter(today, -2), to: today, days: 3 },
      current: { paidOrders: 3, paidFen: 350, refundedFen: 0 },
      previous: { paidOrders: 4, paidFen: 1_000 },
      today: { paidFen: 300 },
      yesterday: { paidFen: 0 },
      total: { paidOrders: 16, newUsers: 5 },
    });
  });

  it('use days in Shanghai and leave none out', async () => {
    const stats = await world.ok('adminDashboard', 'getOrderStats', { days: 4 });
    expect(stats.days.map(({ day, paidFen }) => [day, paidFen])).toEqual([
      [dayAfter(today, -3), 1_000],
      [dayAfter(today, -2), 50],
      [yesterday, 0],
      [today, 300],
    ]);
    expect(stats.types).toContainEqual({
      type: 'package',
      paidOrders: 2,
      paidFen: 300,
      paidOrdersBefore: 0,
      paidFenBefore: 0,
    });
    expect(dayOf(startOf('20261120'))).toBe('20261120');
    expect(dayOf(startOf('20261120') - 1)).toBe('20261119');
  });

  it('may be those from one day to another', async () => {
    const asked = { from: dayAfter(today, -3), to: dayAfter(today, -2) };
    const stats = await world.ok('adminDashboard', 'getOrderStats', asked);
    expect(stats).toMatchObject({ period: { ...asked, days: 2 }, current: { paidFen: 1_050 } });
  });

  it.each([
    [{ from: '20260101' }, 'to'],
    [{ to: '20260101' }, 'from'],
    [{ from: '20260102', to: '20260101' }, 'to'],
    [{ from: '20240101', to: '20260101' }, 'to'],
    [{ from: '20260230', to: '20260301' }, 'from'],
    [{ days: 3, from: '20260101', to: '20260102' }, 'days'],
    [{ month: 'last', days: 3 }, 'month'],
    [{ month: 'this', from: '20260101', to: '20260102' }, 'month'],
    [{ month: 'next' }, 'month'],
    [{ days: 367 }, 'days'],
  ])('refuse the period %o beside its field', async (asked, field) => {
    const answer = await world.call('adminDashboard', 'getSummary', asked);
    expect(answer.code).toBe(40001);
    expect(answer.data).toHaveProperty(['fields', field]);
  });

  it.each([
    ['本月', '20261120', { month: 'this' }, '20261101 20261120', '20261001 20261020'],
    ['its last day', '20261130', { month: 'this' }, '20261101 20261130', '20261001 20261030'],
    ['a 31st', '20261231', { month: 'this' }, '20261201 20261231', '20261101 20261130'],
    ['a 31st of March', '20270331', { month: 'this' }, '20270301 20270331', '20270201 20270228'],
    ['a first', '20270101', { month: 'this' }, '20270101 20270101', '20261201 20261201'],
    ['上月', '20261120', { month: 'last' }, '20261001 20261031', '20260901 20260930'],
    ['上月 in January', '20270115', { month: 'last' }, '20261201 20261231', '20261101 20261130'],
    ['上月 on a 31st', '20270331', { month: 'last' }, '20270201 20270228', '20270101 20270131'],
    [
      'whole months',
      '20261120',
      { from: '20260701', to: '20260930' },
      '20260701 20260930',
      '20260401 20260630',
    ],
    [
      'other days',
      '20261120',
      { from: '20260901', to: '20260929' },
      '20260901 20260929',
      '20260803 20260831',
    ],
  ])('of %s on %s are compared with those before', async (_of, day, asked, current, before) => {
    vi.setSystemTime(startOf(day) + 13 * 3_600_000);
    await world.reset();
    const [from, to] = before.split(' ') as [string, string];
    const outside = [dayAfter(from, -1), dayAfter(to)].filter(one => !current.includes(one));
    for (const one of [from, to, ...outside]) await count(startOf(one), { refunds: 1 });
    const ends = ({ from, to }: { from: string; to: string }) => `${from} ${to}`;
    const asks = [
      world.ok('adminDashboard', 'getSummary', asked),
      world.ok('adminDashboard', 'getOrderStats', asked),
    ];
    for (const stats of await Promise.all(asks)) {
      expect([ends(stats.period), ends(stats.before)]).toEqual([current, before]);
      expect(stats.previous.refunds).toBe(2);
    }
    const runs = { templateId: 'tpl_0001', ...asked };
    const stats = await world.ok('adminDashboard', 'getTemplateRuns', runs);
    expect(ends(stats.period)).toBe(current);
    expect(stats.days).toHaveLength(stats.period.days);
  });

  it('are the same after past days were folded into months', async () => {
    const ask = async () =>
      JSON.stringify([
        await world.ok('adminDashboard', 'getSummary', { days: 30 }),
        await world.ok('adminDashboard', 'getOrderStats', { days: 200 }),
      ]);
    const before = await ask();
    const later = now + DAY;
    expect(await foldDays(later, Date.now() + 10_000)).toBe(4);
    expect(await ask()).toBe(before);
    const left = (await world.rows('counters')).filter(({ part }) => part === 'figures_live');
    expect(left).toEqual([]);
    await count(now - 2 * DAY, { paidOrders: 1 });
    expect((await figuresOf([dayAfter(today, -2)])).get(dayAfter(today, -2))).toEqual({
      paidOrders: 2,
      paidFen: 50,
    });
  });
});

it('templates are ranked by pictures, failures, earnings, cost or margin', async () => {
  const used = (id: string, daysAgo: number, ok: number, fail: number, earned: number) =>
    countTemplate(
      now - daysAgo * DAY,
      {
        [`ok_${id}`]: ok,
        [`fail_${id}`]: fail,
        [`coins_${id}`]: ok * 20,
        [`earned_${id}`]: earned,
      },
      { [id]: `名字 ${id}` },
    );
  await Promise.all([
    used('tpl_0001', 1, 3, 0, 900),
    used('tpl_0002', 2, 5, 1, 0),
    used('tpl_0001', 9, 8, 0, 0),
  ]);
  const days = (await world.rows('reconciliationDays')).map(({ _id }) => String(_id));
  await Promise.all(days.map(day => world.set('reconciliationDays', day, { feeFen: 0 })));
  const ranked = async (more: object) =>
    world.ok('adminDashboard', 'getTemplateStats', { days: 7, limit: 5, ...more });
  const { ranking, statuses } = await ranked({});
  expect(ranking).toEqual([
    expect.objectContaining({
      templateId: 'tpl_0002',
      name: '名字 tpl_0002',
      succeeded: 5,
      failed: 1,
    }),
    expect.objectContaining({
      templateId: 'tpl_0001',
      succeeded: 3,
      succeededBefore: 8,
      costFen: null,
      marginFen: null,
    }),
  ]);
  expect(statuses).toEqual({ draft: 2, online: 3, offline: 0 });
  await world.set('settings', 'system', { data: { task: { coinPriceFen: 2_000 } } });
  const by = async (name: string, order = 'desc') =>
    (await ranked({ by: name, order })).ranking.map(({ templateId, costFen, marginFen }) => [
      templateId,
      costFen,
      marginFen,
    ]);
  const [first, second] = [
    ['tpl_0001', 120, 780],
    ['tpl_0002', 200, -200],
  ];
  expect(await by('marginFen')).toEqual([first, second]);
  expect(await by('marginFen', 'asc')).toEqual([second, first]);
  expect(await by('costFen')).toEqual([second, first]);
  expect(await by('earnedFen')).toEqual([first, second]);
  expect(await by('failed')).toEqual([second, first]);
  // Of each yuan paid the gateways kept ten fen, by the bills of the period.
  const { period } = await ranked({});
  const there = { paidCount: 1, paidFen: 1_000, refundCount: 0, refundedFen: 0 };
  const kept = days.filter(day => day >= period.from);
  await Promise.all(kept.map(_id => world.set('reconciliationDays', _id, { there, feeFen: 100 })));
  const byMargin = (await ranked({ by: 'marginFen' })).ranking;
  expect(byMargin[0]).toMatchObject({ feeFen: 90, marginFen: 690 });
});

/** How many wait of each kind. */
const waiting = async () => {
  const { list } = await world.ok('adminDashboard', 'getTodo', {});
  return Object.fromEntries(
    allTodoKinds.map(kind => [kind, list.filter(one => one.kind === kind).length]),
  ) as Record<TodoKind, number>;
};

it('what waits is found in the records, and in the list of its kind', async () => {
  const running = ['paid', 'confirmed', 'producing'];
  const count = async (name: CollectionName, is: (row: Record<string, unknown>) => unknown) =>
    (await world.rows(name)).filter(is).length;
  const stateIs =
    (part: 'invoice' | 'refundAsk', status: string) => (order: Record<string, unknown>) =>
      (order[part] as { status: string } | null)?.status === status;
  expect(await waiting()).toEqual({
    abnormalRefunds: 1,
    failedRefunds: 2,
    // One more is the caller's own.
    waitingApprovals: 2,
    failedFulfilments: 1,
    overduePrints: await count(
      'printOrders',
      ({ status, slaTime }) => running.includes(String(status)) && Number(slaTime) < Date.now(),
    ),
    printsOnHold: await count('printOrders', ({ status }) => status === 'on_hold'),
    deadKeys: 0,
    lowKeys: 0,
    invoicesToCancel: await count('orders', stateIs('invoice', 'toCancel')),
    waitingInvoices: await count('orders', stateIs('invoice', 'waiting')),
    refundsAsked: await count('orders', stateIs('refundAsk', 'waiting')),
    suspendedTemplates: 0,
    failedReconciliations: 0,
    maybeChargedTasks: await count('tasks', ({ maybeCharged }) => maybeCharged),
    tasksInReview: await count('tasks', ({ inReview }) => inReview),
    openFeedback: await count('feedback', ({ status }) => status === 'open'),
    refundsAfterVoid: await count('refunds', ({ afterVoid }) => afterVoid === 'moved'),
    openDifferences: await count('reconciliationDifferences', ({ status }) => status === 'open'),
  });
  const setKey = (_id: string, fields: object) => world.set('apiKeys', _id, fields);
  await setKey('key_0001', { remainCoins: 5, lowCoins: 10 });
  await setKey('key_0002', { status: 'invalid' });
  expect(await waiting()).toMatchObject({ deadKeys: 1, lowKeys: 1 });
  const listed = async (filter: object) =>
    (await world.ok('adminApiKey', 'getApiKeys', { filter })).list.map(({ _id }) => _id);
  expect(await listed({ low: true })).toEqual(['key_0001']);
  expect(await listed({ low: true, ids: ['key_0002'] })).toEqual([]);
  expect(await listed({ status: ['exhausted', 'invalid'] })).toEqual(['key_0002']);
});

it('tasks that may have been charged wait until an administrator has looked', async () => {
  const before = (await waiting()).maybeChargedTasks;
  await world.set('tasks', 'task_0001', { maybeCharged: true });
  expect((await waiting()).maybeChargedTasks).toBe(before + 1);
  await world.ok('adminTask', 'resolveCharge', { id: 'task_0001', note: '未扣费' });
  expect((await waiting()).maybeChargedTasks).toBe(before);
});

it('recent events come newest first, without internal data', async () => {
  for (const name of ['users', 'tasks', 'auditLogs'] as const) {
    const [row = {}] = (await world.rows(name)).filter(
      ({ status }) => name !== 'tasks' || status === 'failed',
    );
    const fresh = { _id: 'fresh', createTime: Date.now(), openid: 'o_fresh' };
    await world.insert(name, [{ ...row, ...fresh, taskNo: 'T_fresh', slot: 'fresh' }]);
  }
  const { list } = await world.ok('adminDashboard', 'getRecentActivity', { limit: 50 });
  const times = list.map(({ time }) => time);
  expect(times).toEqual([...times].sort((a, b) => b - a));
  expect(new Set(list.map(({ type }) => type))).toEqual(
    new Set(['order', 'refund', 'print', 'task', 'user', 'audit']),
  );
  expect(JSON.stringify(list)).not.toMatch(/openid|phone|Cipher/);
});

describe('the counters', () => {
  it('are corrected when a count was lost, a figure is too high, or nothing was ever counted', async () => {
    const { corrected } = await timer();
    expect(Object.keys(corrected).length).toBeGreaterThan(0);
    const stored = (await world.rows('orders')) as unknown as StoredOrder[];
    const paid = stored.filter(({ payTime }) => payTime !== null);
    const { total } = await world.ok('adminDashboard', 'getSummary', {});
    expect(total).toMatchObject({
      createdOrders: stored.length,
      paidOrders: paid.length,
      paidFen: paid.reduce((sum, { payFen }) => sum + payFen, 0),
      newUsers: (await world.rows('users')).filter(
        ({ createTime }) => Number(createTime) > now - 9 * DAY,
      ).length,
    });
    await count(now - 2 * DAY, { refunds: 7 });
    expect((await timer()).corrected).toEqual({ [dayAfter(today, -2)]: { refunds: -7 } });
    expect((await timer()).corrected).toEqual({});
  });

  it('are rebuilt from where a killed run has come to', async () => {
    const { database } = world.emulator;
    const handle = database.handle.bind(database);
    let days = 0;
    database.handle = (action, body) => {
      // Read once for each day: today, yesterday, two days before, and then the end.
      if (body['collectionName'] === 'userUsageDaily' && (days += 1) > 4) throw new Error('killed');
      return handle(action, body);
    };
    try {
      await timer().catch(() => undefined);
    } finally {
      database.handle = handle;
    }
    const state = (await world.rows('counters')).find(({ _id }) => _id === 'rebuild');
    expect(state).toMatchObject({ next: dayAfter(today, -4) });
  });

  it('are rebuilt by one run at a time', async () => {
    const runs = await Promise.all([timer(), timer(), timer()]);
    expect(runs.filter(({ claimed }) => claimed)).toHaveLength(1);
    expect((await timer()).claimed).toBe(true);
  });
});
