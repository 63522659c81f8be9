import { expect, it } from 'vitest';
import { photoInput } from '../../photoInput.ts';
import { startWorld } from '../world/harness.ts';
import { startAtNoon } from '../world/startAtNoon.ts';
import { engineOf, visitorNo } from './engineRun.ts';

const world = await startWorld();
const { ok, rows, set } = world;
const { sandbox, later, run, timer } = engineOf(world);
startAtNoon();

/** How long the image service needs, and how often the engine looks. */
const RUN_MS = 18_000;
const TICK_MS = 3_000;
const text = { ...photoInput, key: 'text', label: '文字', type: 'text', required: false };

type Who = Parameters<typeof ok>[3];
const from = (at: number, ip = `198.51.100.${at}`): Who => ({ caller: visitorNo(at), ip });
/** Nobody orders at the same instant as another. */
const order = async (who: Who) => {
  later(5);
  return String(
    (await ok('appTask', 'createTask', { templateId: 'tpl_0001', inputs: {} }, who))._id,
  );
};

/** How long each of twelve visitors of as many addresses and three who pay waits for a picture. */
const times = async (sessionsOfOneAddress: number) => {
  await world.reset();
  await sandbox('runninghub', { queueMs: 0, runMs: RUN_MS });
  await set('templates', 'tpl_0001', { costCredits: 5, inputs: [text] });
  await set('settings', 'general', { dailyFreeTasks: 2 });
  await set('apiKeys', 'key_0002', { status: 'paused' });
  await set('apiKeys', 'key_0001', { maxConcurrency: 5 });
  const sessions = Array.from({ length: sessionsOfOneAddress }, (_, at) =>
    from(1_000 + at, '203.0.113.99'),
  );
  await Promise.all([...sessions, ...sessions.slice(1)].map(who => order(who)));
  // In the middle of the first ones' time.
  await run(RUN_MS / 2_000);
  const orders: string[] = [];
  for (let at = 1; at <= 12; at += 1) orders.push(await order(from(at)));
  const wanted = async () =>
    (await rows('tasks')).filter(({ _id }) => orders.includes(String(_id)));
  for (let tick = 0; tick < 60; tick += 1) {
    if (tick % 9 === 0 && orders.length < 15) orders.push(await order({}));
    await timer();
    later(TICK_MS);
    if (orders.length === 15 && (await wanted()).every(({ status }) => status === 'succeeded'))
      break;
  }
  return (await wanted())
    .sort((a, b) => Number(a['createTime']) - Number(b['createTime']))
    .map(({ createTime, finishTime }) => Number(finishTime ?? Infinity) - Number(createTime));
};

it('39 free tasks of twenty sessions of one address make nobody who comes meanwhile wait half as long again', async () => {
  const before = await times(0);
  const meanwhile = await times(20);
  expect(before).toHaveLength(15);
  meanwhile.forEach((took, at) =>
    expect([at, took]).toEqual([at, Math.min(took, 1.5 * before[at]! + TICK_MS)]),
  );
});
