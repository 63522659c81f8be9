import { describe, expect, it, vi } from 'vitest';
import { exportTable } from '#contract/exportTable.ts';
import { forOneTest } from '../world/forOneTest.ts';
import { runJob } from '../world/runJob.ts';
import { many, startExportWorld } from './exportWorld.ts';

const { world, start, tick, jobOf, download } = await startExportWorld();
const { rows, set } = world;

describe('an export', () => {
  it('finds what the list finds', async () => {
    const first = async (collection: 'orders' | 'users', field: string) =>
      String((await rows(collection)).find(row => row[field])?.[field]);
    const lists = [
      ['orders', 'adminOrder', 'getOrders', { filter: { fulfilStatus: 'none' } }],
      ['orders', 'adminOrder', 'getOrders', { q: await first('orders', 'orderNo') }],
      ['users', 'adminUser', 'getUsers', { filter: { status: 'normal' } }],
      ['users', 'adminUser', 'getUsers', { q: await first('users', 'phoneTail') }],
      ['print-orders', 'adminPrintOrder', 'getPrintOrders', {}],
      [
        'print-orders',
        'adminPrintOrder',
        'getPrintOrders',
        { filter: { logisticsStatus: 'none' } },
      ],
      ['refunds', 'adminOrder', 'getRefunds', { filter: { status: ['success', 'processing'] } }],
      [
        'package-prices',
        'adminPackagePrice',
        'getPackagePrices',
        { filter: { status: 'enabled' } },
      ],
      ['tasks', 'adminTask', 'getTasks', { filter: { status: ['failed', 'running'] } }],
    ] as const;
    const expected: string[][] = [];
    const jobs: string[] = [];
    for (const [resource, fn, list, asked] of lists) {
      const wish = { ...asked, pageSize: 100 };
      const listed = await world.ok(fn, list as never, wish as never);
      expected.push((listed as { list: { _id: string }[] }).list.map(({ _id }) => _id).sort());
      jobs.push((await start({ resource, ...asked, columns: ['_id'] }))._id);
    }
    await tick();
    for (const [at, ids] of expected.entries()) {
      const [, ...lines] = await download(jobs[at]!);
      expect(ids.length).toBeGreaterThan(0);
      expect([lists[at], lines.map(([id]) => id).sort()]).toEqual([lists[at], ids]);
    }
  });

  it('goes on where it broke off: no record is missing, none is there twice', async () => {
    await world.insert('templates', many(100));
    const { _id: id } = await start({
      resource: 'templates',
      filter: { status: 'offline' },
      columns: ['_id'],
    });
    const { database } = world.emulator;
    const handle = database.handle.bind(database);
    // A part is in storage, and not counted yet.
    let parts = 0;
    const breaks = forOneTest(vi.spyOn(database, 'handle'));
    breaks.mockImplementation(async (action, body) => {
      const isPart =
        String(body['query']).includes(id) && String(body['data']).includes('"parts":');
      if (isPart && [1, 3].includes((parts += 1))) throw new Error('killed');
      return handle(action, body);
    });
    for (const done of [0, 40]) {
      await runJob('exports');
      expect(await jobOf(id)).toMatchObject({ status: 'running', done, total: 100 });
      await set('exports', id, { claimUntil: 1 });
    }
    await tick();
    expect(await jobOf(id)).toMatchObject({ status: 'done', done: 100, total: 100 });
    const [, ...lines] = await download(id);
    expect(lines.map(([one]) => one).sort()).toEqual(many(100).map(({ _id }) => _id));
  });

  it('is worked on by one of many workers at a time', async () => {
    await world.insert('templates', many(200));
    const job = await start({
      resource: 'templates',
      filter: { status: 'offline' },
      columns: ['_id'],
    });
    await Promise.all(Array.from({ length: 6 }, () => tick()));
    const [, ...lines] = await download(job._id);
    expect(lines).toHaveLength(200);
  });

  it('works for every list', async () => {
    // The log first: it lists all exports.
    const all = Object.keys(exportTable) as (keyof typeof exportTable)[];
    const resources = [...new Set(['audit-logs' as const, ...all])];
    const jobs: { _id: string; total: number }[] = [];
    for (const resource of resources) jobs.push(await start({ resource }));
    await tick();
    for (const [at, resource] of resources.entries()) {
      const { _id, total } = jobs[at]!;
      const [header, ...lines] = await download(_id);
      const labels = exportTable[resource].columns.map(({ label }) => label);
      expect([resource, header]).toEqual([resource, labels]);
      const of = lines.filter(cells => !jobs.some(job => cells.includes(job._id)));
      expect([resource, of.length]).toEqual([resource, total]);
    }
  });
});
