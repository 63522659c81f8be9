import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { Random } from '../../scripts/demo/random.ts';
import { approversOf } from './approvers.ts';
import { buyersOf } from './buyers.ts';
import { compensators } from './compensators.ts';
import { leavers } from './leavers.ts';
import { CODES, FREE_VISITORS, PHOTOS, PRINT_PAY_FEN, tokenOf } from './records.ts';
import { refundPeople } from './refundPeople.ts';
import { itemWish } from './refundWish.ts';
import type { World } from './world.ts';

/**
 * While an administrator pays an order back, its buyer spends what it granted, in a rush, and cancels some of it: before the money goes,
 * while the gateway is asked, and afterwards.
 */
const spendersOf =
  (visitors: Record<string, string>[]) =>
  (world: World, random: Random): Promise<unknown>[] => {
    const { scheduler } = world;
    const at = random.int(0, 1);
    const [caller, who] = [visitors[at]!, `visitor${at}`];
    const id = `ord_${at + 1}`;

    const refunds = async () => {
      await scheduler.pause('admin1 thinks', random.pick([0, 2_000, 15_000]), true);
      const { payFen } = (await world.rows('orders')).find(row => row._id === id)!;
      const amountFen = random.chance(0.7) ? (payFen as number) : 900;
      const seen = random.chance(0.3) && { seen: { creditsTaken: 660, daysTaken: 0 } };
      const clawback = random.chance(0.15) && { clawback: { allowNegative: true } };
      const wish = { id, amountFen, reasonCode: '其他', reason: '用户申请', ...seen, ...clawback };
      await world.call('admin1', 'adminOrder', 'processRefund', wish, { token: tokenOf('admin1') });
    };

    const spends = async (nth: number) => {
      await scheduler.pause(`${who} hurries`, random.pick([0, 500, 3_000, 20_000, 60_000]), true);
      const wish = {
        templateId: 'tpl_0001',
        inputs: { photo: PHOTOS[at] },
        idemKey: `spending_${nth}`,
      };
      const ended = await world.call(who, 'appTask', 'createTask', wish, { caller });
      if (ended.kind !== 'done' || ended.value.code !== 0 || random.chance(0.4)) return;
      await scheduler.pause(`${who} cancels`, random.pick([0, 1_000, 10_000, 70_000]), true);
      const { _id: task } = ended.value.data as { _id: string };
      await world.call(who, 'appTask', 'cancelTask', { id: task }, { caller });
    };

    const often = Array.from({ length: random.int(2, 8) }, (_none, nth) => nth);
    return [refunds(), ...often.map(spends)];
  };

/** Actions of people in a story, besides the gateway and the timers; the scheduler decides when each continues. */
export type People = (world: World, random: Random) => Promise<unknown>[];

const thinks = (world: World, random: Random, most: number) =>
  world.scheduler.pause('a person thinks', random.int(0, most), true);
export const as = (name: string) => ({ token: tokenOf(name) });

/** Two orders are paid about the time at which they close; an administrator looks, or closes them. */
const payers: People = (world, random) => {
  const { gateway, scheduler } = world;
  return ['ord_3', 'ord_4'].map(async id => {
    const closes = random.int(20_000, 70_000);
    await world.change('orders', id, { expireTime: scheduler.now() + closes });
    const [order] = (await world.rows('orders')).filter(({ _id }) => _id === id);
    const pays = async () => {
      await scheduler.pause('a user pays', closes + random.int(-20_000, 40_000), true);
      // What is closed there cannot be paid any more.
      if (random.chance(0.8)) await gateway.gateway.pay(String(order!['orderNo']));
    };
    const looks = async () => {
      await scheduler.pause('admin1 looks', closes + random.int(-20_000, 60_000), true);
      if (random.chance(0.5))
        await world.call('admin1', 'adminOrder', 'syncPayment', { id }, as('admin1'));
      else
        await world.call(
          ...(['admin1', 'adminOrder', 'updateOrderStatus'] as const),
          { id, status: 'closed', reason: '用户不要了' },
          as('admin1'),
        );
    };
    await Promise.all([pays(), looks()]);
  });
};

/** One administrator cancels prints, another one has them made, and a part of the money goes back meanwhile. */
const printers: People = (world, random) => {
  const move = (who: string, status: string) =>
    world.call(
      ...([who, 'adminPrintOrder', 'updatePrintOrderStatus'] as const),
      { id: 'prt_5', status, ...(status === 'cancelled' && { reason: '用户不要了' }) },
      as(who),
    );
  const makes = async () => {
    for (const status of ['confirmed', 'producing']) {
      await thinks(world, random, 3_000);
      await move('admin1', status);
    }
  };
  const cancels = async () => {
    for (let at = 0; at < random.int(1, 2); at += 1) {
      await thinks(world, random, 6_000);
      await move('admin2', 'cancelled');
    }
  };
  const refunds = async () => {
    await thinks(world, random, 90_000);
    const order = (await world.rows<StoredOrder>('orders')).find(({ _id }) => _id === 'ord_5')!;
    const what = random.chance(0.4)
      ? await itemWish(world, random, order)
      : { amountFen: random.pick([500, PRINT_PAY_FEN]) };
    const asked = { id: 'ord_5', ...what, reasonCode: '其他', reason: '用户申请' };
    await world.call('admin1', 'adminOrder', 'processRefund', asked, as('admin1'));
  };
  return [makes(), cancels(), refunds()];
};

export const VISITORS: Record<string, string>[] = [
  { TCB_UUID: '1', TCB_CUSTOM_USER_ID: 'first_admin.1' },
  { TCB_UUID: '2', WX_OPENID: 'oxxxxxxxxxxxxxxxxxxxxxxxxxx2' },
  { TCB_UUID: '3' },
];

/** Several visitors with the same codes, some of whom press the button twice. */
const redeemers: People = (world, random) =>
  VISITORS.map(async (caller, at) => {
    for (let tries = 0; tries < random.int(1, 3); tries += 1) {
      await thinks(world, random, random.pick([5, 50, 2_000]));
      const code = random.pick(CODES);
      const again = random.chance(0.3) ? [1, 2] : [1];
      await Promise.all(
        again.map(() => world.call(`visitor${at}`, 'appUser', 'redeemCode', { code }, { caller })),
      );
    }
  });

/**
 * Credits of one user are adjusted by several at once; a caller whose answer was lost repeats the call with the same
 * key.
 */
const adjusters: People = (world, random) =>
  ['admin1', 'admin2', 'admin1'].map(async (who, at) => {
    await thinks(world, random, random.pick([5, 50, 2_000]));
    const data = {
      id: 'usr_0001',
      bucket: random.pick(['paid', 'gift']),
      delta: random.int(-90, 90) || 1,
      reason: '补偿',
      idemKey: `adjust_${at}`,
    };
    for (let tries = 0; tries < 3; tries += 1) {
      const ended = await world.call(who, 'adminUser', 'adjustCredits', data, as(who));
      if (ended.kind === 'done' && ended.value.code === 0) return;
      await thinks(world, random, 2_000);
    }
  });

const wordsOfTasks = [
  '好看',
  '好看',
  '好看',
  'sandbox-four',
  'sandbox-four',
  'sandbox-fail',
  'sandbox-nothing',
  'sandbox-code-433',
];

/**
 * Two visitors order pictures, press the button twice, repeat what was not answered, and change their minds;
 * administrators cancel, ask, give credits back and retry.
 */
export const makers: People = (world, random) => {
  const makes = VISITORS.slice(0, 2).map(async (caller, at) => {
    const who = `visitor${at}`;
    for (let nth = 0; nth < random.int(1, 3); nth += 1) {
      await thinks(world, random, random.pick([50, 5_000, 60_000]));
      const inputs = { photo: PHOTOS[at], text: random.pick(wordsOfTasks) };
      const wish = { templateId: 'tpl_0001', inputs, idemKey: `make_${at}_${nth}` };
      const order = () => world.call(who, 'appTask', 'createTask', wish, { caller });
      const [first] = await Promise.all(random.chance(0.3) ? [order(), order()] : [order()]);
      const ended = first?.kind === 'done' && first.value.code === 0 ? first : await order();
      const made = ended.kind === 'done' && ended.value.code === 0 && ended.value.data;
      if (!made || !random.chance(0.3)) continue;
      await thinks(world, random, random.pick([50, 3_000, 30_000]));
      const { _id: id } = made as { _id: string };
      await world.call(who, 'appTask', 'cancelTask', { id }, { caller });
    }
  });
  const helps = async () => {
    for (let nth = 0; nth < random.int(0, 3); nth += 1) {
      await thinks(world, random, random.pick([5_000, 60_000, 400_000]));
      const tasks = await world.rows('tasks');
      if (tasks.length === 0) continue;
      const { _id: id } = random.pick(tasks);
      const action = random.pick(['cancelTask', 'syncTask', 'refundTaskCredits', 'retryTask']);
      const data = { id, ...(/cancel|refund/.test(action) && { reason: '用户要求' }) };
      await world.call('admin1', 'adminTask', action as 'syncTask', data, as('admin1'));
    }
  };
  return [...makes, helps()];
};

/** More pictures than there are slots for: of visitors with gifts only, most of them of one address, and of two who pay. */
export const queuers: People = (world, random) => {
  const orders = async (
    who: string,
    as: { caller: Record<string, string>; ip?: string },
    photo: string,
    most: number,
  ) => {
    for (let nth = 0; nth < random.int(1, 2); nth += 1) {
      await thinks(world, random, most);
      const wish = { templateId: 'tpl_0001', inputs: { photo }, idemKey: `queue_${who}_${nth}` };
      await world.call(who, 'appTask', 'createTask', wish, as);
    }
  };
  const most = random.pick([500, 20_000, 120_000]);
  return [
    ...FREE_VISITORS.map(({ caller, ip, photo }, at) =>
      orders(`free${at}`, { caller, ip }, photo, most),
    ),
    ...VISITORS.slice(0, 2).map((caller, at) =>
      orders(`payer${at}`, { caller }, PHOTOS[at]!, 120_000),
    ),
  ];
};

const all: [number, People][] = [
  [0.65, refundPeople],
  [0.3, makers],
  [0.25, spendersOf(VISITORS)],
  [0.1, queuers],
  [0.2, payers],
  [0.2, printers],
  [0.2, redeemers],
  [0.2, adjusters],
  [0.15, leavers],
  [0.25, buyersOf(VISITORS)],
  [0.15, compensators],
  [0.15, approversOf({ atOnce: 4 })],
];

/** The people in a seed's story: at least one, often several who change the same records. */
export const peopleOf: People = (world, random) => {
  const present = all.filter(([chance]) => random.chance(chance));
  const people = present.length > 0 ? present : [random.pick(all)];
  return people.flatMap(([, they]) => they(world, random));
};
