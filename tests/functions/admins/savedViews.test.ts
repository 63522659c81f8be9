import { beforeEach, describe, expect, it } from 'vitest';
import { MOST_OWN_VIEWS, MOST_SHARED_VIEWS } from '#contract/savedView.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { call, ok, rows, someAdmin } = world;

type As = { token: string };
let { admin } = await world.reset();
/** Sees orders, and manages no administrators. */
let support: As;
beforeEach(async () => {
  ({ admin } = await world.reset());
  await world.remove('savedViews', {});
  support = await someAdmin({ role: 'support', nickName: '小林' });
});

const view = {
  filter: { status: 'paid', createTime: { lastDays: 7 }, 'stats.paidFen': { from: 100 } },
  sort: { field: 'createTime', order: 'DESC' as const },
  perPage: 20,
};
const wanted = { resource: 'orders', name: '待发货', view, shared: false };
const save = (more: object = {}, as?: As) =>
  ok('adminAuth', 'saveView', { ...wanted, ...more }, as);
const codeOfSaving = async (more: object, as?: As) =>
  (await call('adminAuth', 'saveView', { ...wanted, ...more }, as)).code;
const seen = async (as?: As) => (await ok('adminAuth', 'getSavedViews', {}, as)).list;
const namesOf = async (as?: As) => (await seen(as)).map(({ name }) => name);
const codeOfDeleting = async (_id: string, as?: As) =>
  (await call('adminAuth', 'deleteView', { _id }, as)).code;

describe('saved views', () => {
  it('are seen by their owner as they were saved, and by others only where they are shared', async () => {
    const kept = await save();
    expect(await seen()).toEqual([kept]);
    expect(kept).toMatchObject({ ...wanted, ownerId: admin._id });
    expect(await seen(support)).toEqual([]);
    await save({ name: '共享的', shared: true }, support);
    expect(await seen()).toMatchObject([kept, { name: '共享的', ownerName: '小林', view }]);
  });

  it('of a list that the role does not see stay with the colleague who shares them', async () => {
    await save({ shared: true });
    await save({ resource: 'reconciliation', name: '差异', shared: true });
    expect(await namesOf(support)).toEqual(['待发货']);
  });

  it('are replaced under the same name of the same list, and by a double click once', async () => {
    const [one, other] = await Promise.all([save(), save({ shared: true })]);
    expect(one._id).toBe(other._id);
    await save({ resource: 'users' });
    await save({}, support);
    const again = await save({ view: { ...view, perPage: 50 } });
    expect(again._id).toBe(one._id);
    expect(await rows('savedViews')).toHaveLength(3);
    expect((await seen()).find(({ _id }) => _id === one._id)?.view.perPage).toBe(50);
  });

  it('leave audit rows that say what is shared, and not what was searched for', async () => {
    const { _id } = await save({ view: { ...view, filter: { q: '13800138000' } } });
    await save({ shared: true });
    await ok('adminAuth', 'deleteView', { _id });
    const log = await rows('auditLogs');
    expect(log.map(({ action, resourceId }) => [action, resourceId])).toEqual([
      ['saveView', _id],
      ['saveView', _id],
      ['deleteView', _id],
    ]);
    expect(log[1]?.['diff']).toEqual([{ path: 'shared', from: false, to: true }]);
    expect(JSON.stringify(log)).not.toContain('13800138000');
  });

  it('are removed by their owner; shared ones of others with the right to manage administrators', async () => {
    const own = await save({}, support);
    const shared = await save({ name: '共享的', shared: true }, support);
    const ofAdmin = await save({ shared: true });
    expect(await codeOfDeleting(own._id)).toBe(40400);
    expect(await codeOfDeleting(ofAdmin._id, support)).toBe(40305);
    expect(await codeOfDeleting(shared._id)).toBe(0);
    expect(await codeOfDeleting(own._id, support)).toBe(0);
    expect(await rows('savedViews')).toMatchObject([{ _id: ofAdmin._id }]);
    expect(await codeOfDeleting(own._id, support)).toBe(40400);
  });

  const many = (count: number, more: object) =>
    world.insert(
      'savedViews',
      Array.from({ length: count }, (_, at) => ({
        _id: `v_${at}`,
        rev: 1,
        createTime: at,
        updateTime: at,
        ...wanted,
        name: `视图 ${at}`,
        view: JSON.stringify(view),
        ...more,
      })),
    );

  it(`are at most ${MOST_OWN_VIEWS} of one administrator, of which each can still be replaced`, async () => {
    await many(MOST_OWN_VIEWS, { ownerId: admin._id, ownerName: '' });
    expect(await codeOfSaving({})).toBe(40902);
    expect(await codeOfSaving({ name: '视图 7' })).toBe(0);
    expect(await seen()).toHaveLength(MOST_OWN_VIEWS);
    expect(await codeOfSaving({}, support)).toBe(0);
  });

  it(`are at most ${MOST_SHARED_VIEWS} shared ones of all`, async () => {
    await many(MOST_SHARED_VIEWS, { ownerId: 'adm_0002', ownerName: '', shared: true });
    expect(await codeOfSaving({ shared: true })).toBe(40902);
    expect(await codeOfSaving({})).toBe(0);
    expect(await seen()).toHaveLength(MOST_SHARED_VIEWS + 1);
  });

  const hostile: [what: string, filter: unknown][] = [
    ['a reserved key', JSON.parse('{"__proto__": "x"}')],
    ['an operator', { $where: 'sleep(1000)' }],
    ['an operator inside', { status: { $ne: '' } }],
    ['a nested object', { status: { a: { b: 1 } } }],
    ['nothing', { status: null }],
    ['more than 100 values', { ids: Array.from({ length: 101 }, () => 'a') }],
    ['more than 2 kB', { q: '长'.repeat(700) }],
  ];
  it.each(hostile)('refuse a filter with %s', async (_what, filter) => {
    expect(await codeOfSaving({ view: { ...view, filter } })).toBe(40001);
    expect(await rows('savedViews')).toEqual([]);
  });

  it.each([
    { resource: '../orders' },
    { resource: '$orders' },
    { name: ' ' },
    { name: '名'.repeat(21) },
    { view: { ...view, sort: { field: '$natural', order: 'DESC' } } },
    { view: { ...view, perPage: 101 } },
    { view: { ...view, hidden: true } },
    { ownerId: 'adm_0002' },
  ])('refuse %j', async more => {
    expect(await codeOfSaving(more)).toBe(40001);
  });
});
