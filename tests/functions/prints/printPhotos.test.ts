import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredPrintOrder } from '#cloudfunctions/_shared/prints/records.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { fileRow } from '../world/fixtures/files.ts';
import { startWorld } from '../world/harness.ts';
import { finishJob } from '../world/runJob.ts';
import { printsOf } from './prints.ts';

const world = await startWorld();
const { call, insert, ok, rows } = world;
beforeEach(() => world.reset());
const { newPrint, print, set } = await printsOf(world);

const USER = 'usr_0001';
const photo = `user_upload/${USER}/202611/printed.jpg`;
const work = `results/${USER}/task_0001/1.png`;
const DAYS = 7;

/** Of one photo and one work, both fresh; closed so many days ago. */
const closed = async (daysAgo: number, fields: Partial<StoredPrintOrder> = {}) => {
  const made = await newPrint('completed', { userId: USER, ...fields });
  const items = made.items.map((item, at) => ({ ...item, filePath: [photo, work][at]! }));
  const since = Date.now() - daysAgo * DAY_MS - 1_000;
  await set('printOrders', made._id, {
    items,
    files: [photo, work],
    'logistics.nextTime': since,
    erasedTime: null,
  });
  return made;
};
const expire = () => finishJob<{ prints: number }>(world, 'expireFiles');
const left = async () => {
  const found = (await rows('files')).filter(({ status }) => status === 'active');
  return found.map(({ filePath }) => filePath).filter(path => path === photo || path === work);
};

beforeEach(async () => {
  await set('settings', 'system', { data: { retention: { printPhotoDays: DAYS } } });
  const owned = { userId: USER, createTime: Date.now() };
  await insert('files', [
    fileRow(photo, { ...owned, scene: 'user_upload' }),
    fileRow(work, { ...owned, scene: 'task_result' }),
  ]);
  await set('users', USER, { activeTasks: [] });
  await set('tasks', 'task_0001', { userId: USER, visibleTo: 'openid', outputs: [] });
});

describe('the photos of a print order', () => {
  it('are erased as many days after its end as the settings say', async () => {
    const { _id } = await closed(DAYS - 1);
    expect(await expire()).toMatchObject({ prints: 0 });
    expect(await left()).toEqual([photo, work]);
    await set('printOrders', _id, { 'logistics.nextTime': Date.now() - DAYS * DAY_MS - 1_000 });
    expect(await expire()).toMatchObject({ prints: 1 });
    // Its user still sees the work.
    expect(await left()).toEqual([work]);
    expect(await expire()).toMatchObject({ prints: 0 });
    expect(await print(_id)).toMatchObject({ files: [], erasedTime: expect.any(Number) as number });
    const { list } = await ok('adminPrintOrder', 'getPrintFiles', { ids: [_id] });
    expect(list.map(({ url }) => url)).toEqual(['', '']);
    const { problems } = await ok('adminPrintArchive', 'checkPrintPhotos', { ids: [_id] });
    expect(problems.map(({ problem }) => problem)).toEqual(['missing', 'missing']);
    const log = (await rows('auditLogs')).filter(({ resourceId }) => resourceId === _id);
    expect(log).toMatchObject([{ adminName: '系统', reason: '照片已删除' }]);
  });

  it('go with the archive that holds them, and with a work that its user has deleted', async () => {
    const { _id } = await closed(DAYS);
    await set('tasks', 'task_0001', { visibleTo: '', outputs: [{ filePath: work }] });
    const [model] = await rows('printArchives');
    const purgeTime = Date.now() + DAY_MS;
    const archive = { ...model, _id: 'arc_of_it', status: 'ready', orderIds: [_id], purgeTime };
    await insert('printArchives', [archive]);
    await expire();
    expect(await left()).toEqual([]);
    await finishJob(world, 'purgePrintArchives');
    const [gone] = (await rows('printArchives')).filter(row => row['_id'] === 'arc_of_it');
    expect(gone).toMatchObject({ status: 'expired' });
  });

  it('stay while a refund is under way, and some days after it', async () => {
    const { _id, orderId } = await closed(DAYS);
    await set('orders', orderId, { openRefundId: 'rf_1' });
    expect(await expire()).toMatchObject({ prints: 0 });
    await set('orders', orderId, { openRefundId: '', lastRefundTime: Date.now() - DAY_MS });
    await expire();
    expect(await left()).toEqual([photo, work]);
    vi.setSystemTime(Date.now() + DAYS * DAY_MS);
    await expire();
    expect(await print(_id)).toMatchObject({ files: [] });
    vi.useRealTimers();
  });

  it('stay for a reprint under way, and while an unfinished task may read them', async () => {
    await set('users', USER, { activeTasks: ['task_0002'] });
    const { _id } = await closed(DAYS);
    expect(await expire()).toMatchObject({ prints: 0 });
    await set('users', USER, { activeTasks: [] });
    const wish = { id: _id, items: [{ itemIndex: 0, qty: 1 }], reason: '破损' };
    const reprint = await ok('adminPrintOrder', 'createReprint', wish);
    await expire();
    expect(await left()).toEqual([photo, work]);
    expect(await print(reprint._id)).toMatchObject({ items: [{ filePath: photo }] });
    expect((await call('adminPrintOrder', 'createReprint', wish)).code).toBe(40902);
  });
});
