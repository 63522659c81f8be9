import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collections } from '#contract/collections.ts';
import { createClock } from '#emulator/clock.ts';
import { openDatabase } from '#emulator/database/database.ts';
import type { DocumentDatabase } from '#emulator/types.ts';
import { createFigures } from '../../scripts/demo/figures.ts';

const root = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);
const folder = mkdtempSync(path.join(os.tmpdir(), 'seed-'));
const opened: DocumentDatabase[] = [];
afterAll(() => {
  for (const database of opened) database.close();
  rmSync(folder, { recursive: true, force: true });
});

const NOW = '2026-11-20T12:00:00+08:00';
const seed = (data: string, ...more: string[]) =>
  run(process.execPath, ['--import', 'tsx', 'scripts/seed.ts', '--data', data, ...more], {
    cwd: root,
  });

type Rows = Record<string, Record<string, unknown>[]>;

/** Everything stored, by collection, in the order of ids. */
const contentOf = async (data: string): Promise<Rows> => {
  const database = openDatabase({
    file: path.join(data, 'local.sqlite'),
    collections: collections.map(at => ({
      ...at,
      indexes: at.indexes.map(index => ({ ...index })),
    })),
    clock: createClock(),
  });
  opened.push(database);
  const all: Rows = {};
  for (const { name } of collections) {
    const rows: Record<string, unknown>[] = [];
    for (;;) {
      const body = { collectionName: name, queryType: 'WHERE', limit: 1_000, offset: rows.length };
      const { data: page } = (await database.handle('database.getDocument', body)) as {
        data: { list: string[] };
      };
      rows.push(...page.list.map(text => JSON.parse(text) as Record<string, unknown>));
      if (page.list.length < 1_000) break;
    }
    all[name] = rows;
  }
  return all;
};

/** Encrypted under each directory's own key, so different each time; the content is the same. */
const withoutSeals = (rows: Rows) =>
  JSON.stringify(rows, (key, value: unknown) => (/Cipher$|^addressKey$/.test(key) ? '' : value));

const args = ['--orders', '1000', '--users', '300', '--random-seed', '7', '--now', NOW];
const [one, two] = [path.join(folder, 'one'), path.join(folder, 'two')];
let stored: Rows;
beforeAll(async () => {
  await Promise.all([seed(one, ...args), seed(two, ...args)]);
  stored = await contentOf(one);
});

describe('a seeded service', () => {
  it('is the same for the same seed, size and time', async () => {
    expect(withoutSeals(await contentOf(two)) === withoutSeals(stored)).toBe(true);
  });

  it('has as many orders and users as were asked for, none of them later than its time', () => {
    expect(stored['orders']).toHaveLength(1_000);
    expect(stored['users']).toHaveLength(300);
    expect(stored['tasks']!.length).toBeGreaterThan(600);
    const latest = Math.max(...stored['orders']!.map(({ createTime }) => Number(createTime)));
    expect(latest).toBeLessThanOrEqual(Date.parse(NOW));
  });

  it('has balances that are the sums of the ledger', () => {
    const sums = new Map<unknown, number>();
    for (const { userId, delta } of stored['creditLedger']!)
      sums.set(userId, (sums.get(userId) ?? 0) + Number(delta));
    for (const { _id, credits } of stored['users']!) {
      const { paid, gift } = credits as { paid: number; gift: number };
      expect([_id, paid + gift]).toEqual([_id, sums.get(_id) ?? 0]);
    }
  });

  it('has counters that agree with its records', () => {
    const figures = createFigures();
    figures.add(stored);
    const counted = (rows: object[]) =>
      new Map(
        (rows as { _id: string; days?: object; figures?: object }[]).map(row => [
          row._id,
          { days: row.days ?? {}, figures: row.figures ?? {} },
        ]),
      );
    expect(counted(stored['counters']!)).toEqual(counted(figures.documents(0)));
    const paid = stored['orders']!.filter(({ payTime }) => payTime !== null);
    const total = stored['counters']!.find(({ _id }) => _id === 'figures_total');
    expect(total?.figures).toMatchObject({ createdOrders: 1_000, paidOrders: paid.length });
  });

  it('refers only to existing records', () => {
    const ids = (name: string) => new Set(stored[name]!.map(({ _id }) => _id));
    const users = ids('users');
    const orders = ids('orders');
    const owned = [
      'orders',
      'tasks',
      'printOrders',
      'refunds',
      'creditLedger',
      'userLogs',
      'feedback',
    ];
    for (const name of owned)
      for (const { userId, isTrial } of stored[name]!)
        expect(isTrial ? userId === '' : users.has(userId), name).toBe(true);
    const tasks = ids('tasks');
    for (const { lastTrial } of stored['templates']!)
      if (lastTrial) expect(tasks.has((lastTrial as { taskId: string }).taskId)).toBe(true);
    for (const { taskId } of stored['feedback']!) if (taskId) expect(tasks.has(taskId)).toBe(true);
    for (const { orderId } of stored['printOrders']!) expect(orders.has(orderId)).toBe(true);
    for (const { orderId } of stored['refunds']!) expect(orders.has(orderId)).toBe(true);
  });
});

it('seeding refuses a directory that holds data, and a path that is not a directory', async () => {
  await expect(seed(two, ...args)).rejects.toThrow(/empty directory/);
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  await expect(seed(file)).rejects.toThrow();
});

it('seeding refuses invalid numbers', async () => {
  await expect(seed(path.join(folder, 'x'), '--orders', 'many')).rejects.toThrow(/--orders/);
});
