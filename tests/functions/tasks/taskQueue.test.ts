import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#contract/shanghai.ts';
import { isShort } from '../../depth.ts';
import { photoInput } from '../../photoInput.ts';
import { startWorld } from '../world/harness.ts';
import { startAtNoon } from '../world/startAtNoon.ts';
import { engineOf, visitorNo } from './engineRun.ts';

const world = await startWorld();
const { call, ok, rows, set } = world;
const { sandbox, one, later, run, timer } = engineOf(world);

const COST = 5;
/** How long the image service needs, and how often the engine looks. */
const RUN_MS = 30_000;
const TICK_MS = 3_000;
const text = { ...photoInput, key: 'text', label: '文字', type: 'text', required: false };
const limits = (task: object) => set('settings', 'system', { data: { task } });
/** One key, with so many slots. */
const slots = (maxConcurrency: number) => set('apiKeys', 'key_0001', { maxConcurrency });

let token = '';
const begin = async () => {
  ({ token } = await world.reset());
  await sandbox('runninghub', { queueMs: 0, runMs: RUN_MS });
  await set('templates', 'tpl_0001', { costCredits: COST, inputs: [text] });
  await set('settings', 'general', { dailyFreeTasks: 2 });
  await set('apiKeys', 'key_0002', { status: 'paused' });
  await slots(1);
};
startAtNoon();
beforeEach(begin);

type Who = Parameters<typeof call>[3];
const wish = { templateId: 'tpl_0001', inputs: {} };
/** Nobody orders at the same instant as another. */
const order = async (who: Who): Promise<string> => {
  later(5);
  return (await ok('appTask', 'createTask', wish, who))._id;
};
/** How many wait before a task, as its user is told. */
const ahead = async (id: string, who: Who) =>
  (await ok('appTask', 'getTask', { id }, who)).queueAhead;

/** Bought credits are left on the account, whatever is taken first. */
const payer: Who = {};
const secondPayer: Who = { caller: { TCB_UUID: '2', WX_OPENID: `o${'2'.padStart(27, 'x')}` } };
const from = (at: number, ip = `198.51.100.${at}`): Who => ({ caller: visitorNo(at), ip });
const ATTACKER = '203.0.113.99';

/** How many sessions one address has, and how many of them order twice. */
const SESSIONS = isShort ? 20 : 70;
const TWICE = 19;

/** Anonymous sessions of one address order all at once. */
const attack = (sessions = SESSIONS) => {
  const orders = Array.from({ length: sessions }, (_, at) => from(1_000 + at, ATTACKER));
  return Promise.all([...orders, ...orders.slice(0, TWICE)].map(who => order(who)));
};

/** The tasks in the order in which they were given a slot. */
const begun = async () =>
  (await rows('tasks'))
    .filter(({ submitTime }) => Number(submitTime) > 1_000_000)
    .sort((a, b) => Number(a['submitTime']) - Number(b['submitTime']))
    .map(({ _id }) => String(_id));

describe(`${SESSIONS + TWICE} free tasks of ${SESSIONS} anonymous sessions of one address, at one slot`, () => {
  it('let the customer who paid be the next one, and a visitor of another address come after one at most', async () => {
    const attacking = await attack();
    expect(attacking).toHaveLength(SESSIONS + TWICE);
    await run();
    const before = await begun();
    expect(before).toHaveLength(1);
    const visitor = await order(from(1));
    const paid = await order(payer);
    await run();
    expect(await ahead(paid, payer)).toBe(0);
    // The customer, and the one task of the attack whose turn is not over.
    expect(await ahead(visitor, from(1))).toBeLessThanOrEqual(2);
    await run(4 * (RUN_MS / 1_000 + 9));
    const [first, ...after] = (await begun()).slice(before.length);
    expect(first).toBe(paid);
    expect(after.indexOf(visitor)).toBeGreaterThanOrEqual(0);
    expect(after.indexOf(visitor)).toBeLessThanOrEqual(1);
    // What the others ordered is made as well.
    expect(after.length).toBeGreaterThan(1);
  }, 60_000);

  /** How long each of twelve visitors of as many addresses and three who pay waits for a picture. */
  const times = async (hasAttack: boolean) => {
    await slots(5);
    if (hasAttack) await attack(20);
    // In the middle of the first ones' time.
    await run(RUN_MS / 2_000);
    const orders = new Set<string>();
    for (let at = 1; at <= 12; at += 1) orders.add(await order(from(at)));
    const paid: string[] = [];
    const wanted = async () =>
      (await rows('tasks')).filter(
        ({ _id }) => orders.has(String(_id)) || paid.includes(String(_id)),
      );
    for (let tick = 0; tick < 60; tick += 1) {
      if (tick % 13 === 0 && paid.length < 3) paid.push(await order(payer));
      await timer();
      later(TICK_MS);
      if (paid.length === 3 && (await wanted()).every(({ status }) => status === 'succeeded'))
        break;
    }
    return (await wanted())
      .sort((a, b) => Number(a['createTime']) - Number(b['createTime']))
      .map(({ createTime, finishTime }) => Number(finishTime ?? Infinity) - Number(createTime));
  };

  it('make nobody who comes meanwhile wait half as long again', async () => {
    const before = await times(false);
    await begin();
    const meanwhile = await times(true);
    expect(before).toHaveLength(15);
    meanwhile.forEach((took, at) =>
      expect([at, took]).toEqual([at, Math.min(took, 1.5 * before[at]! + TICK_MS)]),
    );
  }, 60_000);
});

describe('the queue', () => {
  it('serves users in turn, those who pay also where they share an address', async () => {
    await limits({ maxPerUser: 10 });
    const first = [await order(payer), await order(payer), await order(payer)];
    later(1_000);
    const second = await order(secondPayer);
    await run(5 * (RUN_MS / 1_000 + 9));
    expect(await begun()).toEqual([first[0], second, first[1], first[2]]);
  });

  it('does not let ever new visitors overtake the second task of one', async () => {
    await limits({ maxPerUser: 10 });
    const [, second] = [await order(from(1)), await order(from(1))];
    for (let at = 2; at < 7; at += 1) {
      await order(from(at));
      await run(RUN_MS / 1_000 + 9);
    }
    expect((await begun()).indexOf(second)).toBeLessThanOrEqual(3);
    expect((await begun()).indexOf(second)).toBeGreaterThan(0);
  });

  it('gives free tasks as many slots as the setting leaves them, also in two runs at once', async () => {
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
      await ok('adminTask', 'cancelTask', { id: its!._id, reason: '测试' }, { token });
      await run();
    };
    await cancel(0);
    expect(await held()).toContain(other);
    expect(await held()).toHaveLength(5);
    await cancel(1);
    expect(await held()).toHaveLength(4);
    await run(RUN_MS / 1_000 + 3);
    expect(await held()).toHaveLength(2);
    await limits({ paidShare: 0 });
    await run();
    expect((await held()).length).toBeGreaterThan(2);
  });

  it('lets those who pay take first what others may not have', async () => {
    await slots(2);
    await order(payer);
    await run();
    const visitor = await order(from(1));
    await run();
    expect(await one('tasks', visitor)).toMatchObject({ status: 'running' });
  });

  it('counts the slot of a free task that has ended here and may run there', async () => {
    await slots(2);
    const first = await order(from(1));
    await run();
    const second = await order(from(2));
    await sandbox('runninghub', { path: '/task/openapi/cancel', mode: 'fail', times: 1 });
    await ok('adminTask', 'cancelTask', { id: first, reason: '测试' }, { token });
    await run();
    expect(await one('tasks', second)).toMatchObject({ status: 'queued' });
    await run(9);
    expect(await one('tasks', second)).toMatchObject({ status: 'running' });
  });

  it('takes nobody for a free visitor who has bought credits left, or a membership', async () => {
    await set('settings', 'general', { dailyFreeTasks: 0 });
    const laneOf = async () => (await ok('appTask', 'quote', { templateId: 'tpl_0001' })).lane;
    const account = (paid: number, more: object = {}) =>
      set('users', 'usr_0001', { credits: { paid, gift: 100 }, packageId: '', ...more });
    await account(COST);
    expect(await laneOf()).toBe('paid');
    await account(COST - 1);
    expect(await laneOf()).toBe('free');
    await set('users', 'usr_0001', { credits: { paid: 1, gift: COST - 1 } });
    expect(await laneOf()).toBe('paid');
    await account(0, { packageId: 'pkg_0001', packageExpireTime: Date.now() + DAY_MS });
    expect(await laneOf()).toBe('paid');
    await account(0, { packageId: 'pkg_0001', packageExpireTime: Date.now() - 1 });
    expect(await laneOf()).toBe('free');
  });

  it('does not count orders that were refused against their address', async () => {
    const busy = await order(from(9));
    await run();
    for (let at = 0; at < 3; at += 1)
      expect(
        (await call('appTask', 'createTask', { ...wish, expectCredits: 9 }, from(1))).code,
      ).toBe(40902);
    const others = [await order(from(2)), await order(from(2))];
    const after = await order(from(1));
    await run(4 * (RUN_MS / 1_000 + 9));
    expect(await begun()).toEqual([busy, others[0], after, others[1]]);
  });

  it('serves what administrators try or try again like what is paid for', async () => {
    const failed = await order(from(1));
    await ok('adminTask', 'cancelTask', { id: failed, reason: '测试' }, { token });
    const waiting = [await order(from(2)), await order(from(3)), await order(from(4))];
    later(5);
    const { _id: again } = await ok('adminTask', 'retryTask', { id: failed }, { token });
    later(5);
    const trial = { templateId: 'tpl_0001', rev: 1, inputs: {} };
    const { rev } = await ok('adminTemplate', 'getTemplateById', { id: 'tpl_0001' }, { token });
    const { _id: tried } = await ok('adminTemplate', 'runTrial', { ...trial, rev }, { token });
    await run(6 * (RUN_MS / 1_000 + 9));
    expect(await begun()).toEqual([again, tried, ...waiting]);
  });

  it('serves first what the version before has left in it', async () => {
    const paid = await order(payer);
    const { rank: _none, ...left } = await one('tasks', paid);
    await world.insert('tasks', [
      { ...left, _id: 'task_left', taskNo: 'T1', slot: 'task_left', createTime: Date.now() + 1 },
    ]);
    await run(2 * (RUN_MS / 1_000 + 9));
    expect(await begun()).toEqual(['task_left', paid]);
  });

  it('tells the caller who asks for the price the place that the task would have', async () => {
    await set('apiKeys', 'key_0001', { restUntil: Date.now() + DAY_MS });
    await limits({ maxPerUser: 10 });
    await set('settings', 'general', { dailyFreeTasks: 0 });
    await set('templates', 'tpl_0001', { costCredits: 0 });
    await attack(5);
    for (const who of [from(1), from(1), from(2), payer]) await order(who);
    await run();
    const askers = [from(1), from(3), from(2_000, ATTACKER), payer, secondPayer];
    const places: number[] = [];
    for (const who of askers) {
      const quoted = await ok('appTask', 'quote', { templateId: 'tpl_0001' }, who);
      const id = await order(who);
      await run();
      expect(await ok('appTask', 'getTask', { id }, who)).toMatchObject({
        queueAhead: quoted.queueAhead,
        lane: quoted.lane,
      });
      places.push(quoted.queueAhead);
      await ok('appTask', 'cancelTask', { id }, who);
    }
    // 10 of the attack, 3 of visitors, 1 that is paid for: by turns, and each in the order in which they came.
    expect(places).toEqual([7, 4, 14, 1, 1]);
  });
});
