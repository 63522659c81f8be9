import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_BADGE, MAX_SKIPPED, MAX_TOTAL } from '#contract/constants.ts';
import type { ActionOutput } from '#contract/index.ts';
import { startWorld } from '../world/harness.ts';
import { everyAction } from '../world/registry.ts';

const world = await startWorld();
const { as } = world;
beforeEach(async () => {
  await world.reset();
});

type Row = Record<string, unknown>;

const shapeOf = (schema: unknown): Row =>
  'shape' in (schema as Row) ? (schema as { shape: Row }).shape : {};

/** Copies of the first record of a collection, each with fields of its own. */
const copies = async (
  collection: 'orders' | 'feedback' | 'templates',
  count: number,
  fields: (at: number) => Row,
) => {
  const [first] = await world.rows(collection);
  await world.insert(
    collection,
    Array.from({ length: count }, (_, at) => ({ ...first, _id: `copy_${at}`, ...fields(at) })),
  );
};

const fewOrders = () =>
  copies('orders', 40, at => ({
    orderNo: `20261126${String(at).padStart(10, '0')}`,
    status: at % 3 === 0 ? 'pending' : 'completed',
    // Many at one instant, and some at none.
    payTime: at % 3 === 0 ? null : 1_790_000_000_000 + Math.floor(at / 8),
    createTime: 1_790_000_000_000 + Math.floor(at / 5),
  }));

type Orders = ActionOutput<'adminOrder', 'getOrders'>;
const idsOf = ({ list }: Pick<Orders, 'list'>) => list.map(({ _id }) => _id);
const readOrders = (request: object) => world.ok('adminOrder', 'getOrders', request);
/** The ids on all pages, by going on from the page before. */
const onwards = async (read: (further: object) => Promise<Pick<Orders, 'list' | 'next'>>) => {
  const ids: string[] = [];
  for (let answer = await read({}); ; answer = await read({ after: answer.next })) {
    ids.push(...idsOf(answer));
    if (answer.next === undefined) return ids;
  }
};

describe('pages that go on from the one before', () => {
  it.each([
    ['by the instant of creation', {}],
    [
      'by an instant that many share and some have not',
      { sort: { field: 'payTime', order: 'desc' } },
    ],
    ['from the least on', { sort: { field: 'payTime', order: 'asc' } }],
    ['by an amount that all share', { sort: { field: 'payFen', order: 'asc' } }],
    ['of some states', { filter: { status: ['pending', 'completed'] } }],
    [
      'within a span of what they are sorted by',
      {
        sort: { field: 'payTime', order: 'desc' },
        filter: { payTime: { from: 1_790_000_000_001, to: 1_790_000_000_003 } },
      },
    ],
  ])('have the same records as by their number: %s', async (_how, request) => {
    await fewOrders();
    const byNumber = idsOf(await readOrders({ ...request, pageSize: 100 }));
    expect(byNumber.length).toBeGreaterThan(7);
    const second = await readOrders({ ...request, pageSize: 7, page: 2 });
    expect(idsOf(second)).toEqual(byNumber.slice(7, 14));
    const ids = await onwards(further => readOrders({ pageSize: 7, ...request, ...further }));
    expect(ids).toEqual(byNumber);
  });

  it('also when they are sorted by what is searched for', async () => {
    await copies('templates', 20, at => ({
      name: `樱花${String.fromCharCode(97 + at)}`,
      grams: ['樱', '花', '樱花'],
    }));
    const asked = { q: '樱花', sort: { field: 'name', order: 'asc' }, pageSize: 6 };
    const read = (further: object) =>
      world.ok('adminTemplate', 'getTemplates', { ...asked, ...further });
    const whole = await read({ pageSize: 100 });
    expect(await onwards(read as never)).toEqual(whole.list.map(({ _id }) => _id));
  });

  it('neither lose nor repeat a record when others are made meanwhile', async () => {
    await fewOrders();
    const first = await readOrders({ pageSize: 10 });
    const [newest] = await world.rows('orders');
    const newer = { _id: 'newer', orderNo: '202611260000009999', createTime: Date.now() };
    await world.insert('orders', [{ ...newest, ...newer }]);
    const second = await readOrders({ pageSize: 10, after: first.next });
    expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(20);
  });

  it('are refused in another order, and where nothing of the kind was answered', async () => {
    await fewOrders();
    const { next } = await readOrders({ pageSize: 5 });
    const refusals = [
      { after: next, sort: { field: 'payFen', order: 'asc' } },
      { after: 'x' },
      { after: Buffer.from('[[],[{"$gt":""}]]').toString('base64url') },
    ];
    for (const request of refusals)
      expect(await world.call('adminOrder', 'getOrders', request)).toMatchObject({
        code: 40001,
        data: { fields: { after: '列表的排序已改变，请回到第一页' } },
      });
  });

  it('are the only way to those far behind', async () => {
    const page = (at: number) => world.call('adminOrder', 'getOrders', { page: at, pageSize: 100 });
    expect(await page(MAX_SKIPPED / 100 + 1)).toMatchObject({ code: 0 });
    expect(await page(MAX_SKIPPED / 100 + 2)).toMatchObject({
      code: 40001,
      data: { fields: { page: '页码过大，请使用筛选缩小范围' } },
    });
  });
});

describe('how many there are', () => {
  it('is counted up to a most, and exactly for a caller who asks', async () => {
    const before = (await world.rows('feedback')).length;
    await copies('feedback', MAX_TOTAL + 20 - before, () => ({ status: 'open' }));
    const asked = { pageSize: 1, withCounts: true };
    const answer = await world.ok('adminFeedback', 'getFeedbacks', asked);
    expect(answer).toMatchObject({ total: MAX_TOTAL + 1, counts: { open: MAX_BADGE + 1 } });
    const walked: number[] = [];
    world.queries.trace = query => walked.push(query.walked);
    await world.ok('adminFeedback', 'getFeedbacks', { pageSize: 1 });
    delete world.queries.trace;
    expect(Math.max(...walked)).toBe(MAX_TOTAL + 1);
    const exact = { ...asked, exactTotal: true };
    expect(await world.ok('adminFeedback', 'getFeedbacks', exact)).toMatchObject({
      total: MAX_TOTAL + 20,
    });
  });
});

const lists = everyAction.filter(({ definition: { input } }) =>
  ['page', 'after'].every(key => key in shapeOf(input)),
);

describe.each(lists)('$title', ({ name, action, definition }) => {
  it('says how to go on where there is more', async () => {
    const { filter: _filter, withCounts: _counts, ...example } = definition.example as Row;
    const data = { ...example, page: 1, pageSize: 1 };
    const { data: answer } = await world.send(name, { action, data, ...as() });
    const { total, list, next } = answer as { total: number; list: unknown[]; next?: string };
    if (total <= 1) return expect(next).toBeUndefined();
    expect(next).toBeTypeOf('string');
    const further = { ...data, after: next };
    const { data: second } = await world.send(name, { action, data: further, ...as() });
    expect((second as typeof answer & { list: unknown[] }).list).toHaveLength(1);
    expect((second as { list: unknown[] }).list).not.toEqual(list);
  });
});
