import { beforeEach, describe, expect, it } from 'vitest';
import { photoInput } from '../../photoInput.ts';
import { startWorld } from '../world/harness.ts';
import { startAtNoon } from '../world/startAtNoon.ts';
import { engineOf, visitorNo } from './engineRun.ts';

const world = await startWorld();
const { ok, rows, set } = world;
const { sandbox, later, run, timer } = engineOf(world);

const COST = 5;
/** How long the image service needs: as long as the engine waits between two looks. */
const RUN_MS = 3_000;
const text = { ...photoInput, key: 'text', label: '文字', type: 'text', required: false };
const limits = (task: object) => set('settings', 'system', { data: { task } });
/** One key, with so many slots. */
const slots = (maxConcurrency: number) => set('apiKeys', 'key_0001', { maxConcurrency });

startAtNoon();
beforeEach(async () => {
  await world.reset();
  await sandbox('runninghub', { queueMs: 0, runMs: RUN_MS });
  await set('templates', 'tpl_0001', { costCredits: COST, inputs: [text] });
  await set('settings', 'general', { dailyFreeTasks: 2 });
  await set('apiKeys', 'key_0002', { status: 'paused' });
  await slots(1);
});

type Who = Parameters<typeof ok>[3];
const wish = { templateId: 'tpl_0001', inputs: {} };
/** Nobody orders at the same instant as another. */
const order = async (who: Who): Promise<string> => {
  later(5);
  return (await ok('appTask', 'createTask', wish, who))._id;
};
/** How many wait before a task, as its user sees it. */
const ahead = async (id: string, who: Who) =>
  (await ok('appTask', 'getTask', { id }, who)).queueAhead;

/** Bought credits are left on the account, whatever is taken first. */
const payer: Who = {};
const secondPayer: Who = { caller: { TCB_UUID: '2', WX_OPENID: `o${'2'.padStart(27, 'x')}` } };
const from = (at: number, ip = `198.51.100.${at}`): Who => ({ caller: visitorNo(at), ip });

/** The tasks in the order in which they were given a slot. */
const begun = async () =>
  (await rows('tasks'))
    .filter(({ submitTime }) => Number(submitTime) > 1_000_000)
    .sort((a, b) => Number(a['submitTime']) - Number(b['submitTime']))
    .map(({ _id }) => String(_id));

it('eleven free tasks of six sessions of one address let the customer who paid be the next one, and a visitor of another address come after one at most', async () => {
  const sessions = Array.from({ length: 6 }, (_, at) => from(1_000 + at, '203.0.113.99'));
  await Promise.all([...sessions, ...sessions.slice(1)].map(who => order(who)));
  await run();
  const before = await begun();
  expect(before).toHaveLength(1);
  const visitor = await order(from(1));
  const paid = await order(payer);
  await run();
  expect(await ahead(paid, payer)).toBe(0);
  // The customer, and the one task of the address whose turn is not over.
  expect(await ahead(visitor, from(1))).toBeLessThanOrEqual(2);
  await run(24);
  const [first, ...after] = (await begun()).slice(before.length);
  expect(first).toBe(paid);
  expect(after.indexOf(visitor)).toBeGreaterThanOrEqual(0);
  expect(after.indexOf(visitor)).toBeLessThanOrEqual(1);
  // What the others ordered is made as well.
  expect(after.length).toBeGreaterThan(2);
});

describe('the queue', () => {
  it('gives free tasks as many slots as the setting leaves them, also in two runs at once', async () => {
    await sandbox('runninghub', { runMs: 60_000 });
    await slots(5);
    const held = async () =>
      (await rows('tasks')).filter(({ slotKey }) => slotKey !== '').map(({ _id }) => String(_id));
    for (let at = 1; at <= 8; at += 1) await order(from(at));
    for (const [paidShare, most] of [
      [90, 1],
      [60, 2],
      [20, 4],
    ] as const) {
      await limits({ paidShare });
      await Promise.all([timer(), timer(), timer()]);
      await Promise.all([timer(), timer()]);
      expect([paidShare, (await held()).length]).toEqual([paidShare, most]);
    }
    const [paid, other] = [await order(payer), await order(secondPayer)];
    await Promise.all([timer(), timer()]);
    expect(await held()).toContain(paid);
    expect(await held()).not.toContain(other);
    // Fewer are theirs again: none begins until fewer of them run.
    await limits({ paidShare: 60 });
    const cancel = async (slot: number) => {
      const its = (await rows('tasks')).find(task => task['slot'] === `key_0001#${slot}`);
      await ok('adminTask', 'cancelTask', { id: its!._id, reason: '测试' });
      await run();
    };
    await cancel(0);
    expect(await held()).toContain(other);
    expect(await held()).toHaveLength(5);
    await cancel(1);
    expect(await held()).toHaveLength(4);
    later(70_000);
    await run();
    expect(await held()).toHaveLength(2);
    await limits({ paidShare: 0 });
    await run();
    expect((await held()).length).toBeGreaterThan(2);
  });

  it('has what administrators try or try again among what is paid for', async () => {
    const failed = await order(from(1));
    await ok('adminTask', 'cancelTask', { id: failed, reason: '测试' });
    const waiting = [await order(from(2)), await order(from(3)), await order(from(4))];
    later(5);
    const { _id: again } = await ok('adminTask', 'retryTask', { id: failed });
    later(5);
    const { rev } = await ok('adminTemplate', 'getTemplateById', { id: 'tpl_0001' });
    const trial = { templateId: 'tpl_0001', rev, inputs: {} };
    const { _id: tried } = await ok('adminTemplate', 'runTrial', trial);
    const all = [again, tried, ...waiting];
    const inOrder = (await rows('tasks'))
      .filter(({ _id }) => all.includes(String(_id)))
      .sort((a, b) => (String(a['rank']) < String(b['rank']) ? -1 : 1));
    expect(inOrder.map(({ _id }) => _id)).toEqual(all);
  });
});
