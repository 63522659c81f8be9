import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CollectionName } from '#contract/collections.ts';
import { startOf } from '#contract/shanghai.ts';
import { forOneTest } from '../world/forOneTest.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { rows, set } = world;
const counting = await import('#cloudfunctions/_shared/counting/counters.ts');
const { foldDays } = await import('#cloudfunctions/_shared/counting/fold.ts');
const { rebuildDay } = await import('#cloudfunctions/_shared/counting/rebuild.ts');
const { count, countTemplate, counters, figuresOf, readCounters, sumOf } = counting;

const DAY = 86_400_000;
const MINUTE = 60_000;
/** On which nothing else has happened. */
const TODAY = '20240105';
const START = startOf(TODAY);
const NOW = START + DAY / 2;
/** What was stored before is counted by now. */
const SETTLED = NOW - MINUTE;
const EARLY = START + 1_000;

beforeEach(async () => {
  await world.reset();
  vi.setSystemTime(NOW);
});
afterEach(async () => {
  await world.forgetInjections();
  vi.useRealTimers();
});

type Row = Record<string, unknown>;
let made = 0;
const store = async (collection: CollectionName, row: Row, _id = `new_${(made += 1)}`) => {
  const times = { rev: 1, createTime: EARLY, updateTime: EARLY };
  // Unique fields.
  const numbers = { openid: _id, orderNo: _id, printNo: _id, taskNo: _id, codeHash: _id };
  await world.insert(collection, [{ _id, ...times, ...numbers, ...row }]);
  return _id;
};
const readings = async (day = TODAY) => {
  const { figures, templates } = await readCounters([day], ['figures', 'templates']);
  return { figures: sumOf(figures, [day]), templates: sumOf(templates, [day]) };
};

const order = {
  status: 'paid',
  type: 'package',
  payFen: 990,
  latePay: false,
  history: [],
  payTime: null,
};
const fulfil = { status: 'done', credits: 100, giftCredits: 20 };
const notDone = { ...fulfil, status: 'failed', time: EARLY };
const print = {
  signTime: null,
  shipTime: null,
  photoCount: 3,
  reprintOf: '',
  status: 'paid',
};
const task = {
  finishTime: null,
  status: 'running',
  templateId: 'tpl_0001',
  costCredits: 8,
  coins: 2.5,
  valueFen: 12,
  isTrial: false,
};
const created = { createdOrders: 1 };
const paid = { paidOrders: 1, paidFen: 990, paidOrders_package: 1, paidFen_package: 990 };
const photos = { createdPrints: 1, printPhotos: 3 };
const made8 = { coins: 3, tasks: 1, succeededTasks: 1, spentCredits: 8 };

type Case = [collection: CollectionName, (time: number) => Row, counted: Row];
/** Each row with its name before it. */
const named = <R extends unknown[]>(table: Record<string, R>): [name: string, ...R][] =>
  Object.entries(table).map(([name, row]) => [name, ...row]);

/** What is counted for each record stored at that time. */
const stories: Record<string, Case> = {
  'a user': ['users', time => ({ createTime: time }), { newUsers: 1 }],
  'a user who makes pictures': [
    'userUsageDaily',
    time => ({ createTime: time, day: TODAY }),
    { activeUsers: 1 },
  ],
  'an order': ['orders', time => ({ ...order, fulfil: notDone, createTime: time }), created],
  'a code': ['activationCodes', time => ({ usedTime: time, status: 'used' }), { redeemedCodes: 1 }],
  'a refund': [
    'refunds',
    time => ({ status: 'success', successTime: EARLY, updateTime: time, amountFen: 50 }),
    { refunds: 1, refundedFen: 50 },
  ],
  'the refund that ends an order': [
    'refunds',
    time => ({
      status: 'success',
      successTime: EARLY,
      updateTime: time,
      amountFen: 50,
      clawedBack: { paid: 4, gift: 3 },
      endsOrder: true,
    }),
    { refunds: 1, refundedFen: 50, clawedBackCredits: 7, refundedOrders: 1 },
  ],
  'a print order': ['printOrders', time => ({ ...print, createTime: time }), photos],
  'a reprint': [
    'printOrders',
    time => ({ ...print, createTime: time, reprintOf: 'prt_0001' }),
    { reprints: 1 },
  ],
};

/** The same, of what is counted beside something that was counted before. */
const later: Record<string, [CollectionName, (time: number) => Row, before: Row, after: Row]> = {
  'closing an order': [
    'orders',
    time => ({ ...order, fulfil: notDone, history: [{ to: 'closed', time }] }),
    created,
    { closedOrders: 1 },
  ],
  'the last time that an order was closed': [
    'orders',
    time => ({
      ...order,
      fulfil: notDone,
      history: [
        { to: 'closed', time: EARLY },
        { to: 'closed', time },
        { to: 'paid', time: EARLY },
      ],
    }),
    created,
    { closedOrders: 1 },
  ],
  'a payment that is noticed': [
    'orders',
    time => ({
      ...order,
      fulfil: notDone,
      payTime: EARLY,
      history: [{ to: 'paid', time }],
    }),
    created,
    paid,
  ],
  'a payment without a history': [
    'orders',
    time => ({ ...order, fulfil: notDone, payTime: time }),
    created,
    paid,
  ],
  'a late payment': [
    'orders',
    time => ({ ...order, type: 'print', fulfil: notDone, payTime: time, latePay: true }),
    created,
    { paidOrders: 1, paidFen: 990, paidOrders_print: 1, paidFen_print: 990, latePaidOrders: 1 },
  ],
  'a delivery': [
    'orders',
    time => ({ ...order, payTime: EARLY, fulfil: { ...fulfil, time } }),
    { ...created, ...paid },
    { grantedCredits: 120 },
  ],
  'a delivery without its time': [
    'orders',
    time => ({
      ...order,
      payTime: time,
      history: [{ to: 'paid', time: EARLY }],
      fulfil: { ...fulfil, time: null },
    }),
    { ...created, ...paid },
    { grantedCredits: 120 },
  ],
  'a signature': [
    'printOrders',
    time => ({ ...print, status: 'completed', signTime: time }),
    photos,
    { completedPrints: 1 },
  ],
  'a completion without a signature': [
    'printOrders',
    time => ({ ...print, status: 'completed', updateTime: time }),
    photos,
    { completedPrints: 1 },
  ],
  'a shipment': [
    'printOrders',
    time => ({ ...print, status: 'shipped', shipTime: time }),
    photos,
    { shippedPrints: 1 },
  ],
};

const tasks: Record<string, [Row, figures: Row, templates: Row]> = {
  succeeds: [
    { status: 'succeeded' },
    { ...made8, earnedFen: 12 },
    { ok_tpl_0001: 1, credits_tpl_0001: 8, coins_tpl_0001: 3, earned_tpl_0001: 12 },
  ],
  'succeeds on credits that were given': [
    { status: 'succeeded', valueFen: 0 },
    made8,
    { ok_tpl_0001: 1, credits_tpl_0001: 8, coins_tpl_0001: 3 },
  ],
  'succeeded before values were stored': [
    { status: 'succeeded', valueFen: undefined },
    made8,
    { ok_tpl_0001: 1, credits_tpl_0001: 8, coins_tpl_0001: 3 },
  ],
  'succeeds for one fen, one credit and one coin': [
    { status: 'succeeded', valueFen: 1, costCredits: 1, coins: 1 },
    { coins: 1, tasks: 1, succeededTasks: 1, spentCredits: 1, earnedFen: 1 },
    { ok_tpl_0001: 1, credits_tpl_0001: 1, coins_tpl_0001: 1, earned_tpl_0001: 1 },
  ],
  'succeeds for nothing': [
    { status: 'succeeded', valueFen: 0, costCredits: 0, coins: 0 },
    { tasks: 1, succeededTasks: 1 },
    { ok_tpl_0001: 1 },
  ],
  fails: [
    { status: 'failed' },
    { coins: 3, tasks: 1, failedTasks: 1 },
    { fail_tpl_0001: 1, coins_tpl_0001: 3 },
  ],
  'takes too long': [
    { status: 'timeout', coins: 0 },
    { tasks: 1, failedTasks: 1 },
    { fail_tpl_0001: 1 },
  ],
  'is cancelled': [{ status: 'cancelled', coins: 0 }, { tasks: 1 }, {}],
  'is a trial': [
    { status: 'succeeded', isTrial: true, costCredits: 0, valueFen: 0 },
    { coins: 3 },
    { coins_tpl_0001: 3 },
  ],
  'is a trial that fails': [
    { status: 'failed', isTrial: true },
    { coins: 3 },
    { coins_tpl_0001: 3 },
  ],
  'is a trial that takes too long': [
    { status: 'timeout', isTrial: true },
    { coins: 3 },
    { coins_tpl_0001: 3 },
  ],
};

describe('what was not counted', () => {
  it.each(named(stories))(
    'of %s is corrected a minute later',
    async (_name, into, row, counted) => {
      const id = await store(into, row(SETTLED));
      expect(await rebuildDay(TODAY)).toEqual({});
      await set(into, id, row(SETTLED - 1));
      expect(await rebuildDay(TODAY)).toEqual(counted);
      expect(await readings()).toEqual({ figures: counted, templates: {} });
      expect(await rebuildDay(TODAY)).toEqual({});
    },
  );

  it.each(named(later))(
    'of %s is corrected a minute later',
    async (_name, into, row, before, after) => {
      const id = await store(into, row(SETTLED));
      expect(await rebuildDay(TODAY)).toEqual(before);
      await set(into, id, row(SETTLED - 1));
      expect(await rebuildDay(TODAY)).toEqual(after);
      expect(await readings()).toEqual({ figures: { ...before, ...after }, templates: {} });
    },
  );

  it.each(named(tasks))(
    'of a task that %s is corrected',
    async (_name, fields, figures, templates) => {
      const id = await store('tasks', { ...task, ...fields, finishTime: SETTLED });
      expect(await rebuildDay(TODAY)).toEqual({});
      await set('tasks', id, { finishTime: SETTLED - 1 });
      expect(await rebuildDay(TODAY)).toEqual({ ...figures, ...templates });
      expect(await readings()).toEqual({ figures, templates });
    },
  );

  it('is nothing of what has not happened', async () => {
    await store('orders', { ...order, fulfil: notDone, createTime: EARLY - DAY });
    await store('tasks', { ...task });
    await store('refunds', { status: 'closed', successTime: EARLY, amountFen: 5 });
    await store('printOrders', { ...print, createTime: EARLY - DAY });
    expect(await rebuildDay(TODAY)).toEqual({});
  });
});

describe('the day', () => {
  const fields: [CollectionName, string, Row, Row][] = [
    ['users', 'createTime', {}, { newUsers: 1 }],
    ['orders', 'createTime', { ...order, fulfil: notDone }, created],
    ['orders', 'payTime', { ...order, fulfil: notDone, createTime: EARLY - 9 * DAY }, paid],
    ['refunds', 'successTime', { status: 'success', amountFen: 1 }, { refunds: 1, refundedFen: 1 }],
    ['printOrders', 'createTime', print, photos],
    ['printOrders', 'shipTime', { ...print, createTime: EARLY - 9 * DAY }, { shippedPrints: 1 }],
    [
      'tasks',
      'createTime',
      { ...task, status: 'cancelled', coins: 0, finishTime: EARLY },
      { tasks: 1 },
    ],
    [
      'activationCodes',
      'usedTime',
      { status: 'used', createTime: EARLY - 9 * DAY },
      { redeemedCodes: 1 },
    ],
  ];
  it.each(fields)('of %s is that of %s in Shanghai', async (into, field, row, counted) => {
    vi.setSystemTime(NOW + 5 * DAY);
    const id = await store(into, { ...row, [field]: START - 1 });
    expect(await rebuildDay(TODAY)).toEqual({});
    await set(into, id, { [field]: START + DAY });
    expect(await rebuildDay(TODAY)).toEqual({});
    await set(into, id, { [field]: START });
    expect(await rebuildDay(TODAY)).toEqual(counted);
    await set(into, id, { [field]: START + DAY - 1 });
    expect(await rebuildDay(TODAY)).toEqual({});
  });

  it('of a user who makes pictures is that of their use', async () => {
    vi.setSystemTime(NOW + 5 * DAY);
    const row = (day: string) => ({ createTime: EARLY + 3 * DAY, day });
    await store('userUsageDaily', row('20240104'));
    await store('userUsageDaily', row('20240106'));
    expect(await rebuildDay(TODAY)).toEqual({});
    await store('userUsageDaily', row(TODAY));
    expect(await rebuildDay(TODAY)).toEqual({ activeUsers: 1 });
  });

  it('is read to its end, page by page, whatever shares a moment', async () => {
    const at = (number: number, time: number) => ({
      rev: 1,
      createTime: time,
      updateTime: time,
      openid: `many_${number}`,
      _id: `many_${String(number).padStart(4, '0')}`,
    });
    // A page that ends within a moment, one that is all of it, and one that begins with it.
    const many = Array.from({ length: 650 }, (_none, number) =>
      at(number, EARLY + (number < 150 ? number : number < 560 ? 150 : number)),
    );
    await world.insert('users', many);
    const usage = Array.from({ length: 400 }, (_none, number) => ({
      ...at(number, EARLY),
      day: TODAY,
    }));
    await world.insert('userUsageDaily', usage);
    expect(await rebuildDay(TODAY)).toEqual({ newUsers: 650, activeUsers: 400 });
  });
});

/** With one new user each. */
const storeShards = (length: number) =>
  world.insert(
    'counters',
    Array.from({ length }, (_none, at) => ({
      _id: `figures_many_${at}`,
      rev: 1,
      createTime: START,
      updateTime: START,
      part: 'figures_live',
      day: TODAY,
      figures: { newUsers: 1 },
      names: {},
    })),
  );

describe('a figure', () => {
  it('of what has just happened is not added before it has had its minute', async () => {
    await store('users', { createTime: NOW });
    expect(await rebuildDay(TODAY)).toEqual({});
    vi.setSystemTime(NOW + MINUTE + 1);
    expect(await rebuildDay(TODAY)).toEqual({ newUsers: 1 });
  });

  it('is the sum of all shards, also where folding has not come for weeks', async () => {
    await storeShards(150);
    expect(await readings()).toEqual({ figures: { newUsers: 150 }, templates: {} });
  });

  it('of a template over two days is the sum of both', async () => {
    const yesterday = START - DAY;
    await countTemplate(yesterday, { ok_a: 2, coins_a: 3 }, {});
    await countTemplate(START, { ok_a: 5, fail_a: 1 }, {});
    await foldDays(START + 2 * DAY, START + 365 * DAY);
    const { templates } = await readCounters(['20240104', TODAY], ['templates']);
    expect(sumOf(templates, ['20240104', TODAY])).toEqual({ ok_a: 7, fail_a: 1, coins_a: 3 });
    expect(sumOf(templates, [TODAY])).toEqual({ ok_a: 5, fail_a: 1 });
  });

  it('that is too high is lowered, also of what no record has', async () => {
    await store('users', { createTime: EARLY });
    await count(EARLY, { newUsers: 4, refunds: 2 });
    await countTemplate(EARLY, { ok_tpl_0002: 5 }, {});
    expect(await rebuildDay(TODAY)).toEqual({ newUsers: -3, refunds: -2, ok_tpl_0002: -5 });
    expect(await rebuildDay(TODAY)).toEqual({});
  });

  it('of what has not happened to its records is lowered', async () => {
    await store('orders', { ...order, status: 'pending', createTime: EARLY });
    await count(EARLY, { createdOrders: 1, closedOrders: 1 });
    expect(await rebuildDay(TODAY)).toEqual({ closedOrders: -1 });
  });

  it('is left alone between what must have been counted and what may have been', async () => {
    await store('users', { createTime: EARLY });
    await store('users', { createTime: SETTLED });
    await store('users', { createTime: NOW });
    for (const already of [1, 1, 1]) {
      await count(EARLY, { newUsers: already });
      expect(await rebuildDay(TODAY)).toEqual({});
    }
    await count(EARLY, { newUsers: 1 });
    expect(await rebuildDay(TODAY)).toEqual({ newUsers: -1 });
  });
});

const shards = async () =>
  (await rows('counters')).sort((a, b) => (a['_id']! < b['_id']! ? -1 : 1));

describe('a count', () => {
  it('goes to one of eight shards of its day', async () => {
    const random = forOneTest(vi.spyOn(Math, 'random'));
    random.mockReturnValue(0.999);
    await count(START, { newUsers: 1, refunds: 2 });
    await count(START - 1, { newUsers: 5 });
    await count(START + DAY - 1, { newUsers: 3 });
    random.mockReturnValue(0);
    await countTemplate(START, { ok_a: 1 }, { a: '甲' });
    await countTemplate(START, { ok_a: 1, fail_b: 2 }, { a: '乙', b: '丙' });
    const stored = { createTime: NOW, updateTime: NOW };
    expect(await shards()).toEqual([
      {
        ...stored,
        _id: 'figures_20240104_7',
        rev: 1,
        part: 'figures_live',
        day: '20240104',
        figures: { newUsers: 5 },
        names: {},
      },
      {
        ...stored,
        _id: 'figures_20240105_7',
        rev: 2,
        part: 'figures_live',
        day: '20240105',
        figures: { newUsers: 4, refunds: 2 },
        names: {},
      },
      {
        ...stored,
        _id: 'templates_20240105_0',
        rev: 2,
        part: 'templates_live',
        day: '20240105',
        figures: { ok_a: 2, fail_b: 2 },
        names: { a: '乙', b: '丙' },
      },
    ]);
  });

  it('of nothing stores nothing', async () => {
    await count(START, {});
    expect(await rows('counters')).toEqual([]);
  });

  it('that begins its shard together with others loses nothing', async () => {
    forOneTest(vi.spyOn(Math, 'random')).mockReturnValue(0.5);
    await Promise.all([1, 2, 3].map(amount => count(START, { newUsers: amount })));
    expect(await shards()).toMatchObject([{ _id: 'figures_20240105_4', figures: { newUsers: 6 } }]);
  });

  it('that is lost harms nobody and is logged with its names', async () => {
    forOneTest(vi.spyOn(counters, 'compareAndSet')).mockRejectedValue(new Error('refused'));
    await count(START, { newUsers: 1, refunds: 1 });
    expect(world.errors.join()).toMatch(/not counted.*newUsers refunds/s);
    world.errors.length = 0;
    await countTemplate(START, { ok_a: 1 }, {});
    expect(world.errors.join()).toMatch(/not counted.*ok_a/s);
    expect(await rows('counters')).toEqual([]);
  });
});

describe('folding', () => {
  const QUIET = 10 * MINUTE;
  const AFTER = START + DAY + QUIET;
  const endless = AFTER + 365 * DAY;
  const counted = async () => {
    forOneTest(vi.spyOn(Math, 'random')).mockReturnValue(0);
    vi.setSystemTime(START + DAY - 1);
    await count(START, { newUsers: 2, paidFen: 30 });
    await countTemplate(START, { ok_a: 2, earned_a: 5, coins_b: 1 }, { a: '甲', b: '乙' });
  };

  it('moves the figures of a day into its month and the total, and only then', async () => {
    await counted();
    vi.setSystemTime(AFTER);
    const stored = { rev: 1, createTime: AFTER, updateTime: AFTER };
    expect(await foldDays(AFTER, endless)).toBe(2);
    expect(await shards()).toEqual([
      {
        ...stored,
        _id: 'figures_202401',
        part: 'figures_202401',
        days: { [TODAY]: '{"newUsers":2,"paidFen":30}' },
        names: {},
      },
      {
        ...stored,
        _id: 'figures_total',
        part: 'figures_total',
        figures: { newUsers: 2, paidFen: 30 },
      },
      {
        ...stored,
        _id: 'templates_202401',
        part: 'templates_202401',
        days: { [TODAY]: '{"a":[2,0,0,0,5],"b":[0,0,0,1,0]}' },
        names: { a: '甲', b: '乙' },
      },
    ]);
    expect(await foldDays(AFTER, endless)).toBe(0);
  });

  it('adds to what was folded before, of the same day and of others', async () => {
    await counted();
    await foldDays(AFTER, endless);
    await count(START, { newUsers: 1, refunds: 4 });
    await countTemplate(START, { ok_a: 1, fail_c: 1 }, { a: '丁', c: '丙' });
    await count(START - DAY, { newUsers: 7 });
    expect(await foldDays(AFTER + DAY, endless)).toBe(3);
    const [month, total, templates] = await shards();
    expect(month).toMatchObject({
      days: {
        [TODAY]: '{"newUsers":3,"paidFen":30,"refunds":4}',
        '20240104': '{"newUsers":7}',
      },
    });
    expect(total).toMatchObject({ figures: { newUsers: 10, paidFen: 30, refunds: 4 } });
    expect(templates).toMatchObject({ names: { a: '丁', b: '乙', c: '丙' } });
    expect(await readings()).toEqual({
      figures: { newUsers: 3, paidFen: 30, refunds: 4 },
      templates: { ok_a: 3, earned_a: 5, coins_b: 1, fail_c: 1 },
    });
    expect(await figuresOf([TODAY, '20240104', '20240103'])).toEqual(
      new Map([
        [TODAY, { newUsers: 3, paidFen: 30, refunds: 4 }],
        ['20240104', { newUsers: 7 }],
        ['20240103', {}],
        ['total', { newUsers: 10, paidFen: 30, refunds: 4 }],
      ]),
    );
  });

  it('leaves a day alone until it is over and nothing is counted any more', async () => {
    await counted();
    // As long as it is the day, however quiet it is.
    await set('counters', `figures_${TODAY}_0`, { updateTime: START });
    await set('counters', `templates_${TODAY}_0`, { updateTime: START });
    expect(await foldDays(START + DAY - 1, endless)).toBe(0);
    expect(await foldDays(START + DAY, endless)).toBe(2);
    await world.reset();
    await counted();
    expect(await foldDays(START + DAY - 1 + QUIET, endless)).toBe(0);
    expect(await foldDays(START + DAY + QUIET, endless)).toBe(2);
  });

  it('ends when its time is over, and goes on another time', async () => {
    await counted();
    vi.setSystemTime(AFTER);
    expect(await foldDays(AFTER, AFTER)).toBe(0);
    expect(await shards()).toHaveLength(2);
    expect(await foldDays(AFTER, AFTER + 1)).toBe(2);
  });

  it('takes all shards, also more than are read at once', async () => {
    await storeShards(203);
    expect(await foldDays(AFTER, endless)).toBe(203);
    expect(await figuresOf([])).toEqual(new Map([['total', { newUsers: 203 }]]));
  });

  it('loses nothing of what is counted meanwhile', async () => {
    await counted();
    const remove = counters.remove.bind(counters);
    forOneTest(vi.spyOn(counters, 'remove')).mockImplementationOnce(async (...given) => {
      await count(START, { newUsers: 5 });
      return remove(...given);
    });
    await foldDays(AFTER, endless);
    expect(await readings()).toMatchObject({ figures: { newUsers: 7, paidFen: 30 } });
    expect((await shards()).map(({ _id }) => _id)).toContain(`figures_${TODAY}_0`);
    vi.setSystemTime(AFTER);
    await foldDays(AFTER + QUIET, endless);
    expect(await readings()).toMatchObject({ figures: { newUsers: 7, paidFen: 30 } });
    expect((await shards()).map(({ _id }) => _id)).not.toContain(`figures_${TODAY}_0`);
  });

  it('passes by a shard that another has folded meanwhile', async () => {
    await counted();
    const find = counters.find.bind(counters);
    let isFirst = true;
    forOneTest(vi.spyOn(counters, 'find')).mockImplementation(async (...given) => {
      const found = await find(...given);
      if (isFirst) {
        isFirst = false;
        await foldDays(AFTER, endless);
      }
      return found;
    });
    expect(await foldDays(AFTER, endless)).toBe(1);
    expect(await readings()).toMatchObject({ figures: { newUsers: 2, paidFen: 30 } });
  });

  it('reads what was stored as numbers before', async () => {
    const times = { rev: 1, createTime: START, updateTime: START };
    const part = 'figures_202401';
    const days = { [TODAY]: { newUsers: 3 }, '20240104': { newUsers: 9 } };
    await world.insert('counters', [{ _id: part, ...times, part, days }]);
    await counted();
    expect(await readings()).toMatchObject({ figures: { newUsers: 5, paidFen: 30 } });
    await foldDays(AFTER, endless);
    expect(await readings()).toMatchObject({ figures: { newUsers: 5, paidFen: 30 } });
  });
});
