import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { StoredPrintOrder } from '#cloudfunctions/_shared/prints/records.ts';
import type { Right } from '#contract/rights/rights.ts';
import { commerceOf } from '../orders/commerce.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { call, ok, rows, set, someAdmin } = world;
let token = (await world.reset()).token;
let printer = '';
const { order, refund, submissions } = commerceOf(world);
beforeEach(async () => {
  ({ token } = await world.reset());
  ({ token: printer } = await someAdmin({ role: 'printer', nickName: '冲印小周' }));
});

const ownRole = async (rights: Right[], limits: object = {}) => {
  await set('roles', 'role_0001', { rights, refundLimitFen: null, refundDayFen: null, ...limits });
  return (await someAdmin({ role: 'role_0001' })).token;
};
const paidPrint = async () => {
  const orders = (await rows('orders')) as unknown as StoredOrder[];
  const prints = (await rows('printOrders')) as unknown as StoredPrintOrder[];
  const found = prints.find(
    ({ status, orderId, reprintOf }) =>
      status === 'confirmed' &&
      !reprintOf &&
      orders.some(
        ({ _id, status: is, openRefundId }) => _id === orderId && is === 'paid' && !openRefundId,
      ),
  );
  return found!;
};
const cancel = (id: string, of: string) =>
  call(
    'adminPrintOrder',
    'updatePrintOrderStatus',
    { id, status: 'cancelled', reason: '用户不要了' },
    { token: of },
  );
const statusOf = async (id: string) =>
  (await ok('adminPrintOrder', 'getPrintOrderById', { id })).status;
const decide = (action: 'approveRequest' | 'declineRequest', id: string, of = token) =>
  call('adminOrder', action, { id, note: '已核对' }, { token: of });

describe('a paid print order that is cancelled without the right to refund', () => {
  it('stays as it is, with its money reserved, until it is approved with the right', async () => {
    const { _id: id, printNo, orderId } = await paidPrint();
    const asked = await cancel(id, printer);
    expect(asked).toMatchObject({ code: 0, data: { status: 'confirmed' } });
    const { approvalId } = asked.data;
    expect(submissions()).toHaveLength(0);
    const { payFen, refundingFen } = await order(orderId);
    expect(refundingFen).toBe(payFen);
    const seen = await ok('adminOrder', 'getApprovalById', { id: approvalId });
    expect(seen).toMatchObject({
      kind: 'refund',
      amount: payFen,
      refundedFen: 0,
      printNo,
      limit: '当前角色没有退款权限',
      askedBy: '冲印小周',
    });
    expect(
      (await ok('adminPrintOrder', 'getPrintOrderById', { id }, { token: printer })).waiting,
    ).toEqual({ refundId: seen.subjectId, askedBy: '冲印小周' });
    // Asked for twice, it is not cancelled unpaid.
    expect((await cancel(id, printer)).code).toBe(40902);
    expect(await statusOf(id)).toBe('confirmed');

    expect((await decide('approveRequest', approvalId)).code).toBe(0);
    expect(submissions()).toHaveLength(1);
    expect(await refund(seen.subjectId)).toMatchObject({
      approval: 'approved',
      applyBy: '冲印小周',
    });
  });

  it('goes on when the request is declined', async () => {
    const { _id: id, orderId } = await paidPrint();
    const { approvalId } = (await cancel(id, printer)).data;
    expect((await decide('declineRequest', approvalId)).code).toBe(0);
    expect((await order(orderId)).refundingFen).toBe(0);
    expect(await statusOf(id)).toBe('confirmed');
  });

  it('is asked for anew when its prints are made by now, or its order was refunded in part', async () => {
    const { _id: id, orderId } = await paidPrint();
    const { approvalId } = (await cancel(id, printer)).data;
    await set('printOrders', id, { status: 'producing' });
    expect((await decide('approveRequest', approvalId)).message).toContain('已有变化');
    await set('printOrders', id, { status: 'confirmed' });
    await set('orders', orderId, { refundedFen: 1 });
    expect((await decide('approveRequest', approvalId)).message).toContain('已有变化');
    expect(submissions()).toHaveLength(0);
  });

  it('is cancelled at once by a role with the right, and above its limits is asked for too', async () => {
    const { _id: id, orderId } = await paidPrint();
    const rights: Right[] = [
      'print-orders.read',
      'print-orders.write',
      'orders.read',
      'orders.refund',
    ];
    const limited = await ownRole(rights, { refundLimitFen: 1 });
    const { approvalId } = (await cancel(id, limited)).data;
    expect(approvalId).not.toBe('');
    expect((await decide('declineRequest', approvalId)).code).toBe(0);
    await set('orders', orderId, { lastRefundTime: null });
    expect((await cancel(id, token)).data).toMatchObject({ approvalId: '' });
    expect(submissions()).toHaveLength(1);
  });
});

describe('a task that was bought singly', () => {
  const bought = async () => {
    const task = (await rows('tasks')).find(({ status }) => status === 'queued')!;
    const id = String(task['_id']);
    const of = (await rows('orders')).find(
      ({ status, openRefundId }) => status === 'completed' && !openRefundId,
    )!;
    await set('tasks', id, {
      orderId: of['_id'],
      held: { paid: 0, gift: 0 },
      paidFen: of['payFen'],
    });
    return { id, order: of as unknown as StoredOrder };
  };
  const end = (id: string, of: string) =>
    call('adminTask', 'cancelTask', { id, reason: '用户要求' }, { token: of });

  it('is cancelled, and its money goes back, only with the right to refund and within its limits', async () => {
    const { id, order: of } = await bought();
    const rights: Right[] = ['tasks.read', 'tasks.write'];
    expect(await end(id, await ownRole(rights))).toMatchObject({
      code: 40305,
      message: '当前角色没有退款权限',
    });
    const limited = await ownRole([...rights, 'orders.refund'], { refundLimitFen: 1 });
    expect((await end(id, limited)).code).toBe(40305);
    expect((await order(of._id)).fulfil.status).toBe('done');
    expect((await end(id, await ownRole([...rights, 'orders.refund']))).code).toBe(0);
    expect((await order(of._id)).fulfil.status).toBe('failed');
  });

  it('goes on when its user is disabled without the right to refund', async () => {
    const { id } = await bought();
    const userId = String((await world.one('tasks', id))['userId']);
    const of = await ownRole(['users.read', 'users.write']);
    const disable = { id: userId, status: 'disabled', reason: '违规' } as const;
    expect((await call('adminUser', 'updateUserStatus', disable, { token: of })).code).toBe(0);
    expect((await rows('tasks')).find(({ _id }) => _id === id)).toMatchObject({ status: 'queued' });
  });
});
