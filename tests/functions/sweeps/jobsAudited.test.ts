import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CollectionName } from '#contract/collections.ts';
import { commerceOf } from '../orders/commerce.ts';
import { startWorld } from '../world/harness.ts';
import { finishJob, jobNames } from '../world/runJob.ts';

const world = await startWorld({ COUNTERS_REBUILD_DAYS: 2 });
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  await world.reset();
});
afterEach(() => vi.useRealTimers());
const { set, newOrder, newRefund, finish, processRefund } = commerceOf(world);

/**
 * Collections whose states people ask about. Not those with a history of their own beside the log: tasks, messages,
 * deliveries, files and videos; nor jobs, whose beginning is in the log.
 */
const watched = [
  'users',
  'orders',
  'refunds',
  'printOrders',
  'templates',
  'packages',
  'apiKeys',
  'admins',
] as const satisfies readonly CollectionName[];

const states = async () => {
  const found = new Map<string, string>();
  for (const name of watched)
    for (const { _id, status } of await world.rows(name))
      found.set(`${name}/${String(_id)}`, String(status));
  return found;
};

it('every state that a job changes has a row in the audit log', async () => {
  const day = 86_400_000;
  // Something due for each kind of change.
  await set('users', 'usr_0002', { status: 'disabled', disabledUntil: Date.now() + 1_000 });
  await newOrder({ status: 'pending', prepaid: false, expireTime: Date.now() + 1_000 });
  const waiting = { status: 'pending', nextTime: 1, time: null, error: '' } as const;
  const none = { credits: 0, giftCredits: 0, days: 0 };
  await newOrder({ status: 'paid', fulfil: { ...waiting, ...none } });
  const open = await newOrder();
  expect((await processRefund(open._id, { amountFen: open.payFen })).code).toBe(0);
  finish(`RF${open.orderNo}01`);
  await newRefund({ status: 'created', nextQueryTime: 1 });
  const template = (await world.rows('templates')).find(({ status }) => status === 'online')!;
  await set('templates', String(template['_id']), { coverImage: '' });
  const shipped = (await world.rows('printOrders')).find(({ status }) => status === 'shipped')!;
  await set('printOrders', String(shipped['_id']), { shipTime: Date.now() - 20 * day });
  vi.setSystemTime(Date.now() + 60_000);

  const before = await states();
  const begun = Date.now();
  for (const job of jobNames) await finishJob(world, job);
  const after = await states();
  const rows = (await world.rows('auditLogs')).filter(row => Number(row['createTime']) >= begun);
  const auditedIds = new Set(rows.map(({ resourceId }) => String(resourceId)));
  const changed = [...after].filter(([key, status]) => before.get(key) !== status);
  const kinds = new Set(changed.map(([key]) => key.split('/')[0]));
  expect([...kinds].sort()).toEqual(['orders', 'printOrders', 'refunds', 'templates', 'users']);
  expect(changed.filter(([key]) => !auditedIds.has(key.split('/')[1]!))).toEqual([]);
});
