import { beforeEach, describe, expect, it } from 'vitest';
import { standardRoles } from '#contract/rights/roles.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { call, ok, rows, set, someAdmin } = world;

let token = (await world.reset()).token;
let own = '';
const limits = { refundLimitFen: 300, refundDayFen: 500, creditLimit: 50, creditDayLimit: 120 };
beforeEach(async () => {
  ({ token } = await world.reset());
  const rights = [
    'orders.read',
    'orders.refund',
    'users.read',
    'users.credits',
    'administrators.read',
    'administrators.write',
  ];
  await set('roles', 'role_0001', { rights, ...limits });
  ({ token: own } = await someAdmin({ role: 'role_0001' }));
});

const adjust = (delta: number, more: object = {}, of = own) =>
  call(
    'adminUser',
    'adjustCredits',
    { id: 'usr_0002', bucket: 'gift', delta, reason: '补偿', ...more },
    { token: of },
  );
const refund = (amountFen: number, more: object = {}, of = own) =>
  call(
    'adminOrder',
    'processRefund',
    { id: 'ord_0003', amountFen, reasonCode: '其他', reason: '退', ...more },
    { token: of },
  );
const reserved = async () => {
  const order = (await rows('orders')).find(({ _id }) => _id === 'ord_0003');
  return Number(order?.refundingFen) + Number(order?.refundedFen);
};

describe('the limits of a role', () => {
  it('hold for one order in all', async () => {
    expect((await refund(200)).data).toMatchObject({ approval: 'none' });
    await set('orders', 'ord_0003', { openRefundId: '', lastRefundTime: null });
    expect((await refund(101)).data).toMatchObject({ approval: 'waiting' });
    expect(await reserved()).toBe(301);
  });

  it('hold for what is refunded in a day, however many ask at once', async () => {
    await set('roles', 'role_0001', { refundLimitFen: null, refundDayFen: 150 });
    const others = (await rows('orders')).filter(
      ({ status, payChannel, openRefundId, payFen, payTime }) =>
        status === 'completed' &&
        payChannel === 'wxpay' &&
        !openRefundId &&
        Number(payFen) > 100 &&
        Number(payTime) > Date.now() - 300 * 86_400_000,
    );
    const chosen = others.slice(0, 4).map(({ _id }) => _id);
    expect(chosen).toHaveLength(4);
    const made = await Promise.all(chosen.map(id => refund(100, { id })));
    const refunds = made.map(({ data }) => (data as { approval?: string } | null)?.approval);
    expect(refunds.sort()).toEqual(['none', 'waiting', 'waiting', 'waiting']);
  });

  it('count what is asked for again with its key once, and nothing that was refused', async () => {
    const again = { idemKey: 'the-same-key-again' };
    for (const _ of [1, 2, 3]) expect((await adjust(50, again)).code).toBe(0);
    expect((await adjust(50, { bucket: 'paid', idemKey: 'the-same-key-again' })).code).toBe(40903);
    expect(
      (
        await call(
          'adminUser',
          'adjustCredits',
          { id: 'usr_9999', bucket: 'gift', delta: 50, reason: '补偿' },
          { token: own },
        )
      ).code,
    ).toBe(40400);
    expect((await adjust(50)).data.approvalId).toBe('');
    expect((await adjust(50)).data.approvalId).not.toBe('');
    expect((await adjust(20)).data.approvalId).toBe('');
  });

  it('hold for one user at once, for what is taken as for what is given', async () => {
    expect((await adjust(51)).data.approvalId).not.toBe('');
    expect((await adjust(-51)).data.approvalId).not.toBe('');
    expect((await adjust(-50)).data.approvalId).toBe('');
    expect((await adjust(51, {}, token)).data.approvalId).toBe('');
  });

  it('hold for a compensation of many together', async () => {
    await set('roles', 'role_0001', {
      rights: ['users.read', 'compensations.read', 'compensations.write'],
    });
    const give = async (amount: number) => {
      const wish = {
        what: 'credits',
        target: 'users',
        userIds: ['usr_0001', 'usr_0002', 'usr_0003'],
      };
      const asked = { ...wish, amount, reason: '故障', expectCount: 3 };
      return call('adminCompensation', 'createCompensation', asked as never, { token: own });
    };
    const waits = async (amount: number) => (await give(amount)).data.approval === 'waiting';
    expect(await waits(51)).toBe(true);
    expect(await waits(41)).toBe(true);
    expect(await waits(40)).toBe(false);
    expect(await waits(1)).toBe(true);
  });

  it('are part of what nobody raises', async () => {
    const role = { name: '新', rights: ['orders.read', 'orders.refund'] };
    const make = (more: object) =>
      call('adminAdministrator', 'createRole', { ...role, ...more } as never, { token: own });
    expect((await make({})).code).toBe(40001);
    expect((await make({ ...limits, refundDayFen: 501 })).code).toBe(40001);
    const made = await make(limits);
    expect(made.code).toBe(0);
    const raise = { id: made.data._id, rev: 1, creditLimit: null };
    expect(
      (await call('adminAdministrator', 'updateRole', raise as never, { token: own })).code,
    ).toBe(40001);
    const lower = { id: made.data._id, rev: 1, creditLimit: 10 };
    expect(
      await ok('adminAdministrator', 'updateRole', lower as never, { token: own }),
    ).toMatchObject({ creditLimit: 10, refundDayFen: 500 });
  });

  it('are shown to their administrator', async () => {
    expect(await ok('adminAuth', 'getProfile', {}, { token: own })).toMatchObject({ limits });
  });
});

describe('the limits of a standard role', () => {
  /** As support, and who may change roles. */
  const writers = [...standardRoles.support.rights, 'administrators.read', 'administrators.write'];
  const change = (fields: object, of = token, id = 'support') =>
    call('adminAdministrator', 'updateRole', { id, rev: 1, ...fields } as never, { token: of });

  it('hold at once for who has it, and the others of the role stay', async () => {
    const { token: mine } = await someAdmin({ role: 'support' });
    await change({ refundLimitFen: 100 });
    expect(await ok('adminAuth', 'getProfile', {}, { token: mine })).toMatchObject({
      limits: { refundLimitFen: 100, refundDayFen: 200_000, creditLimit: 500 },
    });
    expect((await refund(101, {}, mine)).data).toMatchObject({ approval: 'waiting' });
    const asked = { page: 1, pageSize: 100 };
    const { list } = await ok('adminAdministrator', 'getRoles', asked);
    const named = list.filter(({ name }) => name === '客服');
    expect(named).toMatchObject([{ _id: 'support', rev: 2, isStandard: true }]);
    expect(named[0]?.rights.length).toBeGreaterThan(10);
    // Two at once: the second sees what the first has done.
    expect(await change({ creditLimit: 9 })).toMatchObject({
      code: 40901,
      data: { current: { rev: 2, refundLimitFen: 100 } },
    });
    expect((await change({ rev: 2, creditLimit: 9 })).data).toMatchObject({
      rev: 3,
      creditLimit: 9,
      refundLimitFen: 100,
    });
  });

  it('decide who may give it', async () => {
    const give = (username: string) =>
      call(
        'adminAdministrator',
        'createAdministrator',
        { username, nickName: '新人', role: 'support' },
        { token: own },
      );
    await set('roles', 'role_0001', { rights: writers, ...limits, memberDaysLimit: 1 });
    expect((await give('new.one')).code).toBe(40001);
    const small = Object.fromEntries(Object.keys(standardRoles.support.limits).map(n => [n, 1]));
    expect((await change(small)).code).toBe(0);
    expect((await give('new.one')).code).toBe(0);
  });

  it("are not raised above those of who changes them, nor changed for one's own role or the full one", async () => {
    const most = standardRoles.support.limits;
    await set('roles', 'role_0001', { rights: writers, ...most });
    expect(await change({ refundLimitFen: most.refundLimitFen + 1 }, own)).toMatchObject({
      code: 40001,
      data: { fields: { refundLimitFen: expect.any(String) as string } },
    });
    expect((await change({ refundLimitFen: null }, own)).code).toBe(40001);
    expect((await change({ refundLimitFen: 1 }, own)).code).toBe(0);
    // The finance role reaches further than one's own.
    expect((await change({ refundLimitFen: 1 }, own, 'finance')).code).toBe(40001);
    expect((await change({ refundLimitFen: 1 }, token, 'admin')).code).toBe(40902);
    for (const fields of [{ rights: ['users.read'] }, { name: '客服二' }, { description: '' }])
      expect((await change({ rev: 2, refundLimitFen: 2, ...fields })).code).toBe(40902);

    // Rights that are stored beside the limits give nothing.
    await set('roles', 'support', { rights: writers });
    const { token: mine } = await someAdmin({ role: 'support' });
    expect((await change({ rev: 2, refundLimitFen: 1 }, mine)).code).toBe(40305);
    expect((await change({ refundLimitFen: 1 }, own, 'role_0001')).code).toBe(40902);
  });
});

it('a refund goes on by itself when the one who made it is demoted in the middle of it', async () => {
  const { admin, token: mine } = await someAdmin({ role: 'finance' });
  const made = await refund(100, {}, mine);
  expect(made.code).toBe(0);
  await set('admins', admin._id, { role: 'viewer' });
  expect((await refund(100, {}, mine)).code).toBe(40305);
  expect(
    (await call('adminOrder', 'syncRefund', { id: made.data._id }, { token: mine })).code,
  ).toBe(40305);
  expect((await ok('adminOrder', 'syncRefund', { id: made.data._id })).amountFen).toBe(100);
});
