import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import { printsOf } from '../prints/prints.ts';
import { forOneTest } from '../world/forOneTest.ts';
import { startWorld } from '../world/harness.ts';
import { commerceOf } from './commerce.ts';

const world = await startWorld({ TURN_WAIT_MS: 20_000 });
const { systemActor } = await import('#cloudfunctions/_shared/base/actor.ts');
const { fulfil } = await import('#cloudfunctions/_shared/orders/fulfil.ts');
const { recordPayment } = await import('#cloudfunctions/_shared/orders/payment.ts');
beforeEach(() => world.reset());
afterEach(() => world.forgetInjections());
const { as, order, set, newOrder, timer } = commerceOf(world);
const { newPrint } = await printsOf(world);

const USER = 'usr_0004';
const actor = systemActor('系统', 'worker', 'orders');
const none = { status: 'none', time: null, error: '', credits: 0, giftCredits: 0, days: 0 };
const pending = { ...none, status: 'pending', nextTime: 1 } as StoredOrder['fulfil'];
const retry = (id: string) => world.call('adminOrder', 'retryFulfil', { id }, as());
const lock = (name: string) =>
  world.insert('turns', [{ _id: name, rev: 1, holder: 'another', until: Date.now() + 600_000 }]);

it('a grant waits for a caller who changes the credits of the user', async () => {
  await lock(`user_${USER}`);
  const of = await newOrder({ status: 'paid', fulfil: pending });
  const handled = forOneTest(vi.spyOn(world.emulator.database, 'handle'));
  const triesOfLock = () =>
    handled.mock.calls.filter(([, { collectionName }]) => collectionName === 'turns').length;
  const met = { action: 'database.commitTransaction', code: 'DATABASE_TRANSACTION_CONFLICT' };
  await world.inject(met);
  const granting = retry(of._id);
  await vi.waitUntil(() => triesOfLock() > 3, { timeout: 20_000, interval: 5 });
  expect((await order(of._id)).status).toBe('paid');
  await set('turns', `user_${USER}`, { until: 1 });
  expect((await granting).code).toBe(0);
  expect((await order(of._id)).status).toBe('completed');
});

it('prints, and an order without a user, wait for nobody', async () => {
  for (const name of [`user_${USER}`, 'user_']) await lock(name);
  const made = await newPrint('pending');
  await set('orders', made.orderId, { status: 'paid', fulfil: pending });
  expect((await retry(made.orderId)).code).toBe(0);
  const of = await newOrder({ status: 'paid', fulfil: pending, userId: '' });
  expect((await retry(of._id)).code).toBe(40902);
});

it('a worker that comes second to an order leaves it to the first without a word', async () => {
  const of = await newOrder({ status: 'paid', fulfil: pending });
  const before = world.errors.length;
  await Promise.all([timer('orders'), timer('orders')]);
  expect((await order(of._id)).status).toBe('completed');
  expect(world.errors.slice(before)).toEqual([]);
});

it('an order of which nothing is to be granted keeps that, whatever stands against it', async () => {
  await set('users', USER, { status: 'deleted' });
  const of = await newOrder({ status: 'paid', fulfil: none as StoredOrder['fulfil'] });
  expect(await fulfil(of, actor)).toEqual(of);
  expect(await order(of._id)).toEqual(of);
});

it('a sale that cannot be noted in the package is granted all the same', async () => {
  const of = await newOrder({ status: 'paid', fulfil: pending });
  const { database } = world.emulator;
  const usual = database.handle.bind(database);
  const broken = vi
    .spyOn(database, 'handle')
    .mockImplementation(async (...given) =>
      given[0] === 'database.modifyDocument' &&
      (given[1] as { collectionName: string }).collectionName === 'packages'
        ? Promise.reject(new Error('broken'))
        : usual(...given),
    );
  const { code } = await retry(of._id);
  const isMet = broken.mock.calls.some(([, body]) => JSON.stringify(body).includes('soldCount'));
  broken.mockRestore();
  expect([code, isMet]).toEqual([0, true]);
  expect((await order(of._id)).status).toBe('completed');
});

it('a payment outside WeChat keeps its voucher, and is refused in the mini-program', async () => {
  const web = { type: 'print', source: 'web', status: 'pending', prepaid: false } as const;
  const pay = (seen: StoredOrder) => {
    const offline = { reason: '转账', note: '', voucher: 'voucher/1.jpg' };
    const payment = { transactionId: '', payTime: Date.now(), totalFen: seen.payFen };
    return recordPayment(seen, { ...payment, offline }, actor);
  };
  const of = await newOrder(web);
  await pay(of);
  const kept = { voucher: 'voucher/1.jpg', files: ['voucher/1.jpg'], payChannel: 'offline' };
  expect(await order(of._id)).toMatchObject(kept);
  const other = await newOrder({ ...web, source: 'mini_program', payChannel: 'offline' });
  await expect(pay(other)).rejects.toMatchObject({ code: 40902 });
});

it('what is sold by itself counts for no package', async () => {
  const sold = async () =>
    (await world.rows('packages')).map(({ _id, soldCount }) => [_id, soldCount]);
  const before = await sold();
  const of = await newOrder({
    type: 'template',
    status: 'paid',
    fulfil: pending,
    userId: 'usr_0001',
    purchase: {
      templateId: 'tpl_0001',
      presetId: '',
      inputs: { photo: 'user_upload/demo/photo_0001.jpg' },
    },
  });
  expect((await retry(of._id)).code).toBe(0);
  expect(await sold()).toEqual(before);
});
