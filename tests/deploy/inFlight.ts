import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { expect } from 'vitest';
import { BEAT_MS } from '#cloudfunctions/_shared/base/due.ts';
import { EXAMPLE_PASSWORD } from '#contract/admin.ts';
import { approvalIdOf } from '#contract/rights/approvals.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { isActiveTask, type TaskStatus } from '#contract/taskStates.ts';
import { prepareCrowd } from '../product/crowd.ts';
import { legalVersions } from '../product/legal.ts';
import { createVisitor } from '../product/visitor.ts';
import { ENV_ID } from './environment.ts';
import { type Row, type Service, signInAdministrator } from './standIns.ts';
import { MINUTES } from './steps.ts';
import { watch } from './watch.ts';

const COST = 4;
const GIFT = 20;
/** Credits that are all bought, and a membership. */
const PACKAGE = 'pkg_0005';
const PEOPLE = 6;
/** Of a purchase that says another time what its page is to confirm. */
const MOST_TRIES = 10;

const photo = new Uint8Array(
  await sharp({ create: { width: 96, height: 128, channels: 3, background: '#a52' } })
    .jpeg()
    .toBuffer(),
);

const sumOf = (values: unknown[]) => values.reduce<number>((sum, one) => sum + Number(one), 0);

const createPeople = async ({ environment: { emulator } }: Service, templateId: string) =>
  Promise.all(
    Array.from({ length: PEOPLE }, async (_, at) => {
      const visitor = await createVisitor(emulator.url, at, ENV_ID);
      const own = await visitor.upload(photo);
      return {
        order: async () => {
          const buy = (more: object) =>
            visitor.ask('appOrder', 'createOrder', { packageId: PACKAGE, ...more });
          // While versions change, the settings may be of the newer one and the orders still of the older, whose page
          // confirms no rules; or the other way round, and the page says that it is to be loaded again.
          for (let tries = 0; ; tries += 1) {
            const { refunds } = await legalVersions(visitor.ask);
            const isConfirmed = refunds !== null && tries % 2 === 0;
            try {
              return await buy(isConfirmed ? { refundRules: refunds } : {});
            } catch (error) {
              if (
                tries === MOST_TRIES ||
                !/"refundRules":"(包含不支持|页面已更新)/.test(String(error))
              )
                throw error;
            }
          }
        },
        start: () => visitor.ask('appTask', 'createTask', { templateId, inputs: { photo: own } }),
      };
    }),
  );

/**
 * In flight: an order that was paid and whose notice is lost, one that is paid later, two refunds that do not arrive
 * before `settleRefunds`, of which one was accepted with an answer that is lost, and a queue of tasks.
 */
export const beginWork = async (service: Service) => {
  const { steer, pay, find, environment } = service;
  const ask = await signInAdministrator(service);
  await ask('adminSettings', 'updateSettings', {
    type: 'general',
    data: { registerGiftCredits: GIFT, dailyFreeTasks: 0 },
  });
  const online = find('templates', { status: 'online' });
  const people = await createPeople(service, await prepareCrowd(ask, online, COST));
  const first = await Promise.all(people.map(({ order }) => order()));
  const [lost, late, ...rest] = first as [Row, Row, ...Row[]];
  for (const order of rest) await pay(order);
  const stateOf = ({ _id }: Row) => find('orders', { _id })[0]?.['status'];
  await expect
    .poll(() => rest.map(stateOf), { timeout: 20_000 })
    .toEqual(rest.map(() => 'completed'));
  await steer('wechatpay', { notices: false, settle: 'PROCESSING', settleMs: 0 });
  await pay(lost);
  const [slow, unanswered, ...others] = rest as [Row, Row, ...Row[]];
  const refund = ({ _id: id, payFen: amountFen }: Row) =>
    ask('adminOrder', 'processRefund', { id, amountFen });
  await refund(slow);
  await steer('wechatpay', { mode: 'lose', ms: 0, times: 1 });
  await refund(unanswered);
  await steer('runninghub', { runMs: 30_000 });
  for (const { start } of people) await start();
  const refunded = [slow, unanswered];
  return { ...service, environment, ask, people, first, lost, late, refunded, others };
};

export type Work = Awaited<ReturnType<typeof beginWork>>;

/** So little that it takes nothing of the user's grants. */
const LITTLE_FEN = 2;

/** An administrator whose role may refund less asks for a refund, which waits. @returns its number */
export const askAboveLimit = async ({ ask, run, others, ...service }: Work): Promise<string> => {
  const { _id: role } = await ask('adminAdministrator', 'createRole', {
    name: '限额',
    rights: ['orders.read', 'orders.refund'],
    refundLimitFen: LITTLE_FEN - 1,
  });
  await run('admin', ['create', 'clerk', '--password-stdin'], EXAMPLE_PASSWORD);
  await run('admin', ['set-role', 'clerk', '--role', String(role)]);
  const clerk = await signInAdministrator(service as unknown as Service, 'clerk');
  const { _id: id } = others[0]!;
  const refund = { id, amountFen: LITTLE_FEN };
  const waiting = await clerk('adminOrder', 'processRefund', refund);
  expect(waiting).toMatchObject({ status: 'created', approval: 'waiting' });
  return String(waiting['_id']);
};

/** It has waited while versions changed, and is paid once it is approved. */
export const approveWaiting = async ({ ask, find, gateway }: Work, number: string) => {
  expect(find('refunds', { _id: number })).toMatchObject([
    { status: 'created', approval: 'waiting' },
  ]);
  expect(gateway.refunds.has(number)).toBe(false);
  await ask('adminOrder', 'approveRequest', { id: approvalIdOf('refund', number) });
  expect(gateway.refunds.get(number)).toMatchObject({ amountFen: LITTLE_FEN });
  await expect
    .poll(() => find('refunds', { _id: number })[0]?.['status'], { timeout: MINUTES })
    .toBe('success');
  expect(gateway.refunds.get(number)?.paidOut).toBe(1);
};

/** People buy, and begin a second picture each, while the version changes. @returns what they have paid */
export const goOnDuring = async (
  { people, environment, steer, pay }: Work,
  change: () => Promise<void>,
): Promise<Row[]> => {
  const seenChanging = watch(environment, 'worker');
  let isOver = false;
  const failed = new Set<string>();
  const bought: Row[] = [];
  const goOn = async ({ order, start }: (typeof people)[number]) => {
    for (let round = 0; !isOver; round += 1) {
      try {
        if (round === 1) await start();
        const next = await order();
        bought.push(next);
        await pay(next);
      } catch (error) {
        failed.add(String(error));
      }
      await sleep(2_000);
    }
  };
  await steer('wechatpay', { notices: true });
  const going = Promise.all(people.map(goOn));
  await change().finally(() => (isOver = true));
  await going;
  expect([...failed]).toEqual([]);
  const changing = await seenChanging();
  console.log(
    'from the one version to the other',
    JSON.stringify({ ...changing, bought: bought.length }),
  );
  expect(changing.both).toBe(0);
  expect(changing.neitherMs).toBeLessThan(BEAT_MS);
  return bought;
};

/** The refunds arrive, and no notice says so. */
const settleRefunds = async ({ steer, gateway, refunded, find }: Work) => {
  await steer('wechatpay', { notices: false });
  const numbers = refunded.map(({ orderNo }) => orderNo);
  const open = () => find('refunds').filter(({ orderNo }) => numbers.includes(orderNo));
  expect(open().map(({ status }) => status)).toEqual(['processing', 'processing']);
  for (const one of gateway.refunds.values())
    if (numbers.includes(one.outTradeNo)) gateway.finish(one, 'SUCCESS');
  await expect
    // They are asked about at widening intervals.
    .poll(() => open().map(({ status }) => status), { timeout: 6 * MINUTES, interval: 1_000 })
    .toEqual(['success', 'success']);
  const paidOut = [...gateway.refunds.values()].filter(one => numbers.includes(one.outTradeNo));
  expect(paidOut.map(one => one.paidOut)).toEqual([1, 1]);
  await steer('wechatpay', { notices: true });
};

/** The version before has no time to ask for an order but the end of its half hour. */
const endHalfHour = ({ environment: { emulator } }: Work, { _id }: Row) =>
  emulator.database.handle('database.modifyDocument', {
    collectionName: 'orders',
    queryType: 'WHERE',
    multi: false,
    merge: true,
    upsert: false,
    query: JSON.stringify({ _id, status: 'pending' }),
    data: JSON.stringify({ $set: { expireTime: Date.now() } }),
  });

const endTasks = async ({ find, seen, steer }: Work) => {
  const tasks = () => find('tasks', { pool: 'crowd' });
  const active = () => tasks().filter(({ status }) => isActiveTask(status as TaskStatus)).length;
  expect(active()).toBeGreaterThan(0);
  await steer('runninghub', { runMs: 1_000 });
  await expect.poll(active, { timeout: 5 * MINUTES, interval: 1_000 }).toBe(0);
  expect(tasks()).toHaveLength(2 * PEOPLE);
  expect([...new Set(tasks().map(({ status }) => status))]).toEqual(['succeeded']);
  const { createsByWebhook } = (await seen('runninghub')) as {
    createsByWebhook: Record<string, number>;
  };
  expect(Object.keys(createsByWebhook)).toHaveLength(2 * PEOPLE);
  expect(Object.values(createsByWebhook).every(count => count === 1)).toBe(true);
};

/** Each has what the orders have granted that were not refunded, without what two pictures cost; the ledger says the same. */
export const expectBalanced = ({ find, first }: Work) => {
  const orders = find('orders');
  const ledger = find('creditLedger');
  const people = orders.filter(({ _id }) => first.some(one => one['_id'] === _id));
  expect(people).toHaveLength(PEOPLE);
  const found = people.map(({ userId }) => {
    const [user] = find('users', { _id: userId }) as Row[] as [Row];
    const { paid, gift } = user['credits'] as { paid: number; gift: number };
    const ends = Number(user['packageExpireTime'] ?? Date.now());
    return {
      userId,
      credits: paid + gift,
      inLedger: sumOf(ledger.filter(line => line['userId'] === userId).map(({ delta }) => delta)),
      days: Math.round((ends - Date.now()) / DAY_MS),
    };
  });
  expect(found).toEqual(
    people.map(({ userId }) => {
      const kept = orders.filter(one => one['userId'] === userId && one['status'] === 'completed');
      const grants = kept.map(({ fulfil }) => fulfil as { credits: number; days: number });
      const credits = GIFT - 2 * COST + sumOf(grants.map(one => one.credits));
      const days = sumOf(grants.map(one => one.days));
      return { userId, credits, inLedger: credits, days };
    }),
  );
};

/** All ends as if no version had come between, by the timers of the one that is in use now. */
export const expectEnded = async (work: Work, bought: Row[]) => {
  const { find, pay, lost, late, others, lines } = work;
  await endTasks(work);
  await settleRefunds(work);
  await pay(late);
  await endHalfHour(work, lost);
  const paid = [lost, late, ...others, ...bought].map(({ _id }) => String(_id));
  await expect
    .poll(
      () =>
        find('orders')
          .filter(({ _id, status }) => paid.includes(String(_id)) && status !== 'completed')
          .map(({ orderNo, status }) => [orderNo, status]),
      { timeout: 3 * MINUTES, interval: 1_000 },
    )
    .toEqual([]);
  expectBalanced(work);
  expect(lines.filter(line => /\bError\b|failed/.test(line))).toEqual([]);
};
