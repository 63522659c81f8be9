import { beforeEach, describe, expect, it } from 'vitest';
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
  it('hold for one order in all, and the sentence says how much', async () => {
    expect(await refund(301)).toMatchObject({
      code: 40305,
      message: '超过你的角色每笔订单的退款上限：3.00 元',
    });
    expect(await reserved()).toBe(0);
    expect((await refund(200)).code).toBe(0);
    expect((await refund(101)).code).toBe(40305);
    expect((await refund(301, {}, token)).code).not.toBe(40305);
  });

  it('hold for what is refunded in a day, however many ask at once', async () => {
    await set('roles', 'role_0001', { refundLimitFen: null, refundDayFen: 150 });
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(at => refund(100, { idemKey: `key-of-refund-${at}` })),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(answers.map(({ message }) => message)).toContain('超过你的角色今天的上限：退款 1.50 元');
    expect(await reserved()).toBe(100);
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
    expect((await adjust(50)).code).toBe(0);
    expect(await adjust(50)).toMatchObject({
      code: 40305,
      message: '超过你的角色今天的上限：赠送 120 积分',
    });
    expect((await adjust(20)).code).toBe(0);
  });

  it('hold for one user at once, and not for what is taken', async () => {
    expect(await adjust(51)).toMatchObject({
      code: 40305,
      message: '超过你的角色每人每次的赠送上限：50 积分',
    });
    for (const _ of [1, 2, 3, 4]) expect((await adjust(-1)).code).toBe(0);
    expect((await adjust(51, {}, token)).code).toBe(0);
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
    expect(await give(51)).toMatchObject({ code: 40305 });
    expect(await give(41)).toMatchObject({
      code: 40305,
      message: '超过你的角色今天的上限：赠送 120 积分',
    });
    expect((await give(40)).code).toBe(0);
    expect((await give(1)).code).toBe(40305);
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

  it('are told to their administrator, and each refusal to the audit log', async () => {
    expect(await ok('adminAuth', 'getProfile', {}, { token: own })).toMatchObject({ limits });
    await adjust(51);
    const told = (await rows('auditLogs')).filter(({ result }) => result === 'fail');
    expect(told).toMatchObject([
      {
        function: 'adminUser',
        action: 'adjustCredits',
        reason: '超过你的角色每人每次的赠送上限：50 积分',
      },
    ]);
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
  expect((await ok('adminOrder', 'syncRefund', { id: made.data._id }, { token })).amountFen).toBe(
    100,
  );
});
