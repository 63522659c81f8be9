import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import { codeFrom, formatCode } from '#contract/codeText.ts';
import { sealedDemoCode } from '../../../scripts/demo/codes.ts';
import { createRandom } from '../../../scripts/demo/random.ts';
import { printsOf } from '../prints/prints.ts';
import { someCode, someTask } from '../world/fixtures/people.ts';
import { startWorld } from '../world/harness.ts';

const DAYS = 5;
const world = await startWorld({
  COUNTERS_REBUILD_DAYS: DAYS,
  ORDERS_UNPAID_PER_USER: 1_000,
});
const prints = await printsOf(world);
const { newOrder, newPrint, order, processRefund, finish, http, notices, tradeOf } = prints;
const { dayAfter, dayOf } = await import('#contract/shanghai.ts');
const { readCounters } = await import('#cloudfunctions/_shared/counting/counters.ts');
const { foldDays } = await import('#cloudfunctions/_shared/counting/fold.ts');
const { rebuildDay } = await import('#cloudfunctions/_shared/counting/rebuild.ts');

const OPERATIONS = 120;
const AT_ONCE = 12;
const random = createRandom(20_261_120);
const day = (ago: number) => dayAfter(dayOf(Date.now()), -ago);

beforeAll(async () => {
  await world.reset();
});
afterAll(() => vi.useRealTimers());

/** Corrections of every day, all that was stored being settled. */
const rebuildAll = async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
  try {
    const found: Record<string, object> = {};
    for (let ago = -1; ago <= DAYS; ago += 1) {
      const corrected = await rebuildDay(day(ago));
      if (Object.keys(corrected).length > 0) found[day(ago)] = corrected;
    }
    return found;
  } finally {
    vi.useRealTimers();
  }
};

/** Events, each on its own records or, where that is the purpose, on the same. */
const prepare = async () => {
  const [user] = await world.rows('users');
  const users = Array.from({ length: 15 }, (_, at) => `usr_c${at}`);
  await world.insert(
    'users',
    users.map(_id => ({ ...user, _id, openid: `o_${_id}`, createTime: Date.now() - 90_000 })),
  );
  const old = { createTime: Date.now() - 2 * 86_400_000 };
  const fulfil = { ...(await order('ord_0002')).fulfil };
  const unpaid: Partial<StoredOrder> = {
    ...old,
    status: 'pending',
    payTime: null,
    history: [],
    fulfil,
  };
  const someUser = () => random.pick(users);
  const make = <T>(count: number, one: (at: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, at) => one(at)));
  const tasks = Array.from({ length: 15 }, (_, at) =>
    someTask(100 + at, 'running', {
      userId: someUser(),
      createTime: Date.now() - random.int(0, 3) * 86_400_000 - 90_000,
      templateId: random.pick(['tpl_0001', 'tpl_0002']),
      taskNo: `T_c${at}`,
    }),
  );
  await world.insert('tasks', tasks);
  const codes = Array.from({ length: 12 }, () =>
    codeFrom(Array.from({ length: 17 }, () => random.int(0, 31))),
  );
  await world.insert(
    'activationCodes',
    codes.map((code, at) => {
      const row = someCode(1, 500 + at, 'unused', formatCode(code));
      return { ...row, ...sealedDemoCode(row._id, code) };
    }),
  );
  return {
    users,
    tasks,
    codes,
    pending: await make(25, () => newOrder({ ...unpaid, userId: someUser() })),
    paid: await make(15, () => newOrder({ userId: someUser() })),
    producing: await make(10, () => newPrint('producing', old)),
    sent: await make(10, () => newPrint('shipped', old)),
    done: await make(8, () => newPrint('completed', old)),
  };
};

type World = Awaited<ReturnType<typeof prepare>>;

const operations = ({ users, tasks, codes, pending, paid, producing, sent, done }: World) => {
  const call = world.call as (
    fn: string,
    action: string,
    data: object,
    who?: object,
  ) => Promise<{ data: unknown }>;
  const pay = (of: StoredOrder) =>
    http('payNotice', notices.signed('', notices.ofTrade(tradeOf(of))));
  let visitors = 0;
  const unsent = [...producing];
  return [
    () => pay(random.pick(pending)),
    () => pay(random.pick(pending)),
    () =>
      call('adminOrder', 'updateOrderStatus', { id: random.pick(pending)._id, status: 'closed' }),
    async () => {
      const of = random.pick(paid);
      const amountFen = random.chance(0.5) ? of.payFen : 100;
      const made = await processRefund(of._id, { amountFen });
      if (made.code !== 0) return;
      finish(made.data._id);
      await Promise.all([1, 2].map(() => call('adminOrder', 'syncRefund', { id: made.data._id })));
    },
    () => call('adminTask', 'cancelTask', { id: random.pick(tasks)._id, reason: '测试' }),
    () => call('adminTask', 'syncTask', { id: random.pick(tasks)._id }),
    () =>
      call('adminActivationCode', 'redeemForUser', {
        code: formatCode(random.pick(codes)),
        userId: random.pick(users),
        reason: '测试',
      }),
    () => {
      const { _id } = unsent.pop() ?? random.pick(producing);
      const expressNo = `SF${String(random.int(1e12, 9e12))}`;
      return call('adminPrintOrder', 'setShipping', { id: _id, expressCompany: 'sf', expressNo });
    },
    () =>
      call('adminPrintOrder', 'updatePrintOrderStatus', {
        id: random.pick([...sent, ...producing])._id,
        status: 'completed',
      }),
    () =>
      call('adminPrintOrder', 'createReprint', {
        id: random.pick(done)._id,
        items: [{ itemIndex: 0, qty: 1 }],
        reason: '有折痕',
      }),
    () => {
      const caller = {
        TCB_UUID: `v${(visitors += random.int(0, 1))}`,
        TCB_ISANONYMOUS_USER: 'true',
      };
      return call(
        'appOrder',
        'createOrder',
        { packageId: 'pkg_0002', refundRules: '1' },
        { caller },
      );
    },
    // The worker's part, in the middle of it all.
    () => foldDays(Date.now(), Date.now() + 5_000),
    () => rebuildDay(day(random.int(0, 3))),
  ];
};

it(`agree with the records after ${OPERATIONS} operations of all kinds at once, rebuilt and folded meanwhile`, async () => {
  const happening = operations(await prepare());
  await rebuildAll();
  expect(await rebuildAll()).toEqual({});
  const before = await readCounters([], ['figures']);

  let left = OPERATIONS;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await happening[left % happening.length]!();
    }),
  );
  expect(await rebuildAll()).toEqual({});
  const after = await readCounters([], ['figures']);
  const gained = Object.fromEntries(
    Object.entries(after.figures.total).map(([name, amount]) => [
      name,
      amount - (before.figures.total[name] ?? 0),
    ]),
  );
  // Every kind of thing has happened.
  for (const name of [
    'newUsers',
    'activeUsers',
    'createdOrders',
    'paidOrders',
    'closedOrders',
    'refunds',
  ])
    expect(gained, name).toHaveProperty(
      name,
      expect.toSatisfy((amount: number) => amount > 0),
    );
  for (const name of ['shippedPrints', 'completedPrints', 'reprints', 'tasks', 'redeemedCodes'])
    expect(gained[name], name).toBeGreaterThan(0);
});
