import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import type { StoredFile } from '#contract/file.ts';
import type { Task } from '#contract/task.ts';
import { makeDemo } from '../scripts/demo/demo.ts';
import { createFigures } from '../scripts/demo/figures.ts';
import { demoPages } from '../scripts/demo/pages.ts';

// What the demo data encrypt, with a key that no other test of this process sees.
vi.stubEnv('APP_KEK_1', randomBytes(32).toString('base64'));
const { collections, pictures } = makeDemo(Date.now(), 1, { orders: 60, users: 40 });
const NOW = Date.parse('2026-11-20T12:00:00+08:00');
type Rows = Record<string, Record<string, unknown>[]>;
/** All that `npm run seed` stores. */
const seeded = (): Rows => {
  const all: Rows = {};
  for (const page of demoPages(NOW, 7, { orders: 300, users: 100 }))
    for (const [name, rows] of Object.entries(page.collections))
      (all[name] ??= []).push(...(rows as Rows[string]));
  return all;
};
const [stored, again] = [seeded(), seeded()];
vi.unstubAllEnvs();
const tasks = collections['tasks'] as Task[];
const files = new Map(
  (collections['files'] as StoredFile[]).map(file => [file.filePath, file] as const),
);
const finished = tasks.filter(({ status }) => status === 'succeeded');
const photoOf = (task: Task) => task.inputs[0]!.filePath;
const resultOf = (task: Task) => task.outputs[0]!.filePath;
const drawn = (filePath: string) => pictures.find(one => one.filePath === filePath)!.draw();

describe('a finished task of the demo', () => {
  it('names a stored photo and a stored result, as its user or an administrator gave and got them', () => {
    for (const task of finished) {
      const [photo, result] = [files.get(photoOf(task)), files.get(resultOf(task))];
      expect(photo).toMatchObject({
        scene: task.isTrial ? 'template' : 'user_upload',
        unused: false,
      });
      expect(result).toMatchObject({ scene: 'task_result', mime: 'image/png', unused: false });
      expect(result?.userId === '').toBe(task.isTrial);
    }
  });

  it('shares few works with others, each of which lies where its task stored it', () => {
    const paths = new Set(finished.map(resultOf));
    expect(paths.size).toBeLessThanOrEqual(8);
    for (const filePath of paths) {
      const [, owner, id] = filePath.split('/');
      const task = tasks.find(({ _id }) => _id === id)!;
      expect([task.userId || 'trial', resultOf(task)]).toEqual([owner, filePath]);
    }
  });

  it('has a result that differs from its photo and says that it was generated', async () => {
    const [task] = finished.filter(({ isTrial }) => !isTrial);
    const [photo, result] = await Promise.all([drawn(photoOf(task!)), drawn(resultOf(task!))]);
    expect((await sharp(result).metadata()).format).toBe('png');
    const pixelsOf = (picture: Buffer) => sharp(picture).resize(48, 64).raw().toBuffer();
    expect((await pixelsOf(result)).equals(await pixelsOf(photo))).toBe(false);
    expect([photo, result].map(picture => picture.includes('AIGC'))).toEqual([false, true]);
  });
});

describe('a seeded service', () => {
  it('is the same for the same seed, size and time, but for what is encrypted', () => {
    const withoutSeals = (rows: Rows) =>
      JSON.stringify(rows, (key, value: unknown) =>
        /Cipher$|^addressKey$/.test(key) ? '' : value,
      );
    expect(withoutSeals(again) === withoutSeals(stored)).toBe(true);
  });

  it('has as many orders and users as were asked for, none of them later than its time', () => {
    expect(stored['orders']).toHaveLength(300);
    expect(stored['users']).toHaveLength(100);
    expect(stored['tasks']!.length).toBeGreaterThan(180);
    const latest = Math.max(...stored['orders']!.map(({ createTime }) => Number(createTime)));
    expect(latest).toBeLessThanOrEqual(NOW);
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
    expect(total?.figures).toMatchObject({ createdOrders: 300, paidOrders: paid.length });
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
