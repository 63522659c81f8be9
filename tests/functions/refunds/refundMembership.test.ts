import { describe, expect, it } from 'vitest';
import { exampleCodes } from '../../../scripts/demo/exampleCodes.ts';
import { startRefundWorld } from './refundWorld.ts';

const { world, as, order, set, finish, processRefund, gateway, refund } = await startRefundWorld();

const DAY = 86_400_000;
const YEAR = { packageId: 'pkg_0005', refundRules: '1' };
const PRICE_FEN = 2_990;
const member = { caller: { TCB_UUID: '20', TCB_ISANONYMOUS_USER: 'true' } };
const user = async () =>
  (await world.rows('users')).find(({ openid }) => openid === 'anon:20') as unknown as {
    _id: string;
    packageId: string;
    packageExpireTime: number | null;
  };
/** Whole days, because some milliseconds have passed. */
const daysLeft = async () => {
  const { packageId, packageExpireTime } = await user();
  return packageId === '' ? 0 : Math.round(((packageExpireTime ?? 0) - Date.now()) / DAY);
};

const buys = async () => {
  await set('packages', 'pkg_0005', { days: 365 });
  const { data } = await world.call('appOrder', 'createOrder', YEAR, member);
  await gateway.pay(data.orderNo);
  await world.ok('adminOrder', 'syncPayment', { id: data._id }, as());
  return data._id;
};

/** Thirty days of another package. */
const redeems = async () => {
  const fields = { packageId: 'pkg_0006', packageName: '体验会员', days: 30 };
  await set('activationBatches', 'bat_0001', fields);
  return world.ok('appUser', 'redeemCode', { code: exampleCodes[0]! }, member);
};

const paidBack = async (id: string, amountFen: number) => {
  const made = await processRefund(id, { amountFen });
  expect(made).toMatchObject({ code: 0 });
  const { _id } = made.data as { _id: string };
  finish(_id);
  await world.ok('adminOrder', 'syncRefund', { id: _id }, as());
  return refund(_id);
};

/** So much later, for the user's membership and for the order. */
const pass = async (id: string, ms: number) => {
  const { _id, packageExpireTime } = await user();
  await set('users', _id, { packageExpireTime: packageExpireTime! - ms });
  const { fulfil } = await order(id);
  await set('orders', id, { fulfil: { ...fulfil, daysFrom: fulfil.daysFrom! - ms } });
};

describe('a membership', () => {
  it('by purchase and by a code of another package adds up, in either order', async () => {
    const id = await buys();
    const { packageExpireTime } = await redeems();
    expect(await daysLeft()).toBe(395);
    expect(packageExpireTime).toBe((await user()).packageExpireTime);
    await paidBack(id, PRICE_FEN);
    expect(await daysLeft()).toBe(30);
  });

  it('by a code first is prolonged by the purchase, and is as before after its refund', async () => {
    await redeems();
    const id = await buys();
    expect(await daysLeft()).toBe(395);
    await paidBack(id, PRICE_FEN);
    expect(await daysLeft()).toBe(30);
  });

  it('keeps the days of a code when the purchase is refunded after some of its days', async () => {
    const id = await buys();
    await redeems();
    await pass(id, 100 * DAY);
    expect((await paidBack(id, PRICE_FEN)).clawedBack).toMatchObject({ packageDays: 265 });
    expect(await daysLeft()).toBe(30);
  });

  it('given by an administrator is added to that of another package, unless its end is named', async () => {
    await buys();
    const { _id: id } = await user();
    const give = (more: object) =>
      world.ok(
        'adminUser',
        'updateUserPackage',
        { id, packageId: 'pkg_0006', reason: '补偿', ...more },
        as(),
      );
    await set('packages', 'pkg_0006', { type: 'membership', days: 30, name: '体验会员' });
    expect(await give({})).toMatchObject({ packageId: 'pkg_0006' });
    expect(await daysLeft()).toBe(395);
    await give({ packageExpireTime: Date.now() + 7 * DAY });
    expect(await daysLeft()).toBe(7);
  });

  it('without an end is not shortened by what is bought or redeemed', async () => {
    const id = await buys();
    const { _id } = await user();
    const endless = { packageId: 'pkg_0009', packageName: '终身会员', packageExpireTime: null };
    await set('users', _id, endless);
    await redeems();
    await buys();
    expect(await user()).toMatchObject(endless);
    await paidBack(id, PRICE_FEN);
    expect(await user()).toMatchObject(endless);
  });

  it('that was taken away leaves no days to take, though its end is still stored', async () => {
    const id = await buys();
    await set('users', (await user())._id, { packageId: '', packageName: '' });
    expect((await paidBack(id, PRICE_FEN)).clawedBack).toMatchObject({ packageDays: 0 });
  });

  it('gives back its days in proportion to the amount, and all of them with the last of it', async () => {
    const id = await buys();
    const half = await world.ok('adminOrder', 'previewRefund', { id, amountFen: 1_495 }, as());
    expect(half.clawback).toMatchObject({ packageDays: 182 });
    await paidBack(id, 1_495);
    expect(await daysLeft()).toBe(183);
    await set('orders', id, { lastRefundTime: 1 });
    for (const trade of gateway.trades.values()) trade.lastRefundTime = 0;
    await paidBack(id, 1_495);
    expect(await daysLeft()).toBe(0);
  });
});
