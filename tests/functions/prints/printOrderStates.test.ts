import { beforeEach, describe, expect, it } from 'vitest';
import {
  manualPrintTransitions,
  type PrintOrderStatus,
  printOrderStatuses,
  printOrderTransitions,
} from '#contract/printOrderStates.ts';
import { startWorld } from '../world/harness.ts';
import { printsOf } from './prints.ts';

const world = await startWorld();
beforeEach(() => world.reset());
const { order, print, newPrint, http, tradeOf, notices } = await printsOf(world);

const states = Object.keys(printOrderStatuses) as PrintOrderStatus[];
const update = (id: string, status: PrintOrderStatus, more: object = { reason: '测试' }) =>
  world.call('adminPrintOrder', 'updatePrintOrderStatus', { id, status, ...more });

describe('a print order', () => {
  it('has a table in which every state is reached and two are final', () => {
    const reached = new Set(Object.values(printOrderTransitions).flat());
    expect([...reached].sort()).toEqual(states.filter(state => state !== 'pending').sort());
    expect([printOrderTransitions.completed, printOrderTransitions.cancelled]).toEqual([[], []]);
    for (const [from, tos] of Object.entries(manualPrintTransitions))
      for (const to of tos) expect(printOrderTransitions[from as PrintOrderStatus]).toContain(to);
  });

  it.each(states)('that is %s moves by hand only as the table allows', async from => {
    const tos: PrintOrderStatus[] = manualPrintTransitions[from].filter(to => to !== 'shipped');
    const { _id: kept } = await newPrint(from);
    const before = await world.dump();
    for (const to of states.filter(state => !tos.includes(state)))
      expect([to, (await update(kept, to)).code]).toEqual([to, 40902]);
    expect(await world.dump()).toBe(before);
    for (const to of tos) {
      const { _id } = await newPrint(from);
      expect(await update(_id, to)).toMatchObject({ code: 0, data: { status: to } });
      const { history, rev } = await print(_id);
      // An unpaid one is cancelled by closing its order.
      expect(history.at(-1)).toMatchObject({ from, to, by: '测试管理员' });
      expect(rev).toBe(2);
      const log = (await world.rows('auditLogs')).filter(row => row.resourceId === _id);
      if (from !== 'pending') expect(log).toHaveLength(1);
    }
  });

  it.each(states)('that is %s is shipped only from production, with a number', async from => {
    const { _id, expressNo } = await newPrint(from);
    const data = { id: _id, expressCompany: 'sf', expressNo: 'SF1000000000001' };
    const before = await world.dump();
    const answer = await world.call('adminPrintOrder', 'setShipping', data);
    if (from === 'producing' || from === 'shipped') {
      expect(answer).toMatchObject({
        code: 0,
        data: { status: 'shipped', expressNo: data.expressNo },
      });
      expect(await update(_id, 'shipped')).toMatchObject({ code: 40902 });
    } else {
      expect(answer.code).toBe(40902);
      expect(await world.dump()).toBe(before);
      expect((await print(_id)).expressNo).toBe(expressNo);
    }
  });

  it.each(states)('that is %s becomes paid only by the payment of its order', async from => {
    const { _id, orderId } = await newPrint(from);
    const notice = notices.signed('', notices.ofTrade(tradeOf(await order(orderId))));
    expect((await http('payNotice', notice)).statusCode).toBe(200);
    const after = await print(_id);
    expect(after.status).toBe(from === 'pending' ? 'paid' : from);
    expect((await order(orderId)).status).not.toBe('pending');
    if (from !== 'pending') return;
    expect(after.slaTime).toBeGreaterThan(Date.now() + 47 * 3_600_000);
    expect(after.steps.fileCheck).toBe('in_progress');
  });

  it.each(states)('that is %s is cancelled by a full refund only before production', async from => {
    const { _id, orderId } = await newPrint(from);
    const { payFen, status } = await order(orderId);
    const refund = { id: orderId, amountFen: payFen, reason: '退款' };
    const answer = await world.call('adminOrder', 'processRefund', refund);
    if (status === 'pending' || status === 'closed') return expect(answer.code).toBe(40902);
    const { _id: refundId } = answer.data as { _id: string };
    await world.ok('adminOrder', 'syncRefund', { id: refundId });
    const { gateway } = world.sandbox.wechatpay;
    gateway.finish(gateway.refunds.get(refundId)!, 'SUCCESS');
    await world.ok('adminOrder', 'syncRefund', { id: refundId });
    expect((await order(orderId)).status).toBe('refunded');
    const open = ['paid', 'confirmed', 'on_hold'].includes(from);
    expect((await print(_id)).status).toBe(open ? 'cancelled' : from);
  });

  it('requires a reason for a hold, a cancellation and the way back from production', async () => {
    for (const [from, to] of [
      ['paid', 'on_hold'],
      ['paid', 'cancelled'],
      ['producing', 'confirmed'],
    ] as const) {
      const { _id } = await newPrint(from);
      expect(await update(_id, to, {})).toMatchObject({
        code: 40001,
        data: { fields: { reason: '请填写原因' } },
      });
    }
  });

  it('is cancelled with its money on the way back, once', async () => {
    const { _id, orderId } = await newPrint('confirmed');
    const answers = await Promise.all([1, 2, 3, 4].map(() => update(_id, 'cancelled')));
    expect(answers.some(({ code }) => code === 0)).toBe(true);
    expect(await print(_id)).toMatchObject({ status: 'cancelled' });
    const { payFen, refundingFen, refundedFen } = await order(orderId);
    expect(refundingFen + refundedFen).toBe(payFen);
    const { gateway } = world.sandbox.wechatpay;
    const { orderNo } = await order(orderId);
    const asked = [...gateway.refunds.values()].filter(row => row.outTradeNo === orderNo);
    expect(asked.map(({ amountFen }) => amountFen)).toEqual([payFen]);
  });
});
