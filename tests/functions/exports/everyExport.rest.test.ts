import { describe, expect, it } from 'vitest';
import { exportTable } from '#contract/exportTable.ts';
import { startExportWorld } from './exportWorld.ts';

const { world, as, start, tick, download } = await startExportWorld();
const { rows } = world;

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
      const listed = await world.ok(fn, list as never, wish as never, as());
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

  it('works for every list', async () => {
    // The log first: it tells of all exports.
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
