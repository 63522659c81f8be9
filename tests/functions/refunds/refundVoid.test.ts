import { describe, expect, it } from 'vitest';
import { startRefundWorld } from './refundWorld.ts';

const {
  world,
  wechatpay,
  as,
  order,
  refund,
  set,
  newOrder,
  timer,
  finish,
  processRefund,
  submissions,
  gateway,
  makeDue,
  expireInFlight,
  voidRefund,
} = await startRefundWorld();

describe('a void', () => {
  const unheardOne = async (times = 1) => {
    const { _id } = await newOrder();
    wechatpay.disturb({ mode: 'fail', ms: 0, times });
    const id = ((await processRefund(_id, { amountFen: 500 })).data as { _id: string })._id;
    return { id, orderId: _id };
  };
  /** The gateway carries it out nevertheless, long after it was given up. */
  const carryOut = async (id: string) => {
    const { orderNo, amountFen, orderPayFen } = await refund(id);
    const amount = { refund: amountFen, total: orderPayFen, currency: 'CNY' };
    return gateway.refund({ out_trade_no: orderNo, out_refund_no: id, amount });
  };

  it('waits until a submission with unknown outcome can no longer arrive', async () => {
    const { id, orderId } = await unheardOne();
    const { inFlightUntil } = await refund(id);
    expect(inFlightUntil! - Date.now()).toBeGreaterThan(9.5 * 60_000);
    expect(await voidRefund(id)).toMatchObject({
      code: 40902,
      message: '最近一次提交可能还在途中，微信支付仍可能受理，请稍后再作废',
    });
    expect(await order(orderId)).toMatchObject({ refundingFen: 500, openRefundId: id });
    await expireInFlight(id);
    expect(await voidRefund(id)).toMatchObject({ code: 0, data: { status: 'voided' } });
    expect(await order(orderId)).toMatchObject({ refundingFen: 0, openRefundId: '' });
  });

  it('waits as long when a later submission was refused: the first may still arrive', async () => {
    const { id } = await unheardOne();
    const { inFlightUntil } = await refund(id);
    await makeDue(id);
    wechatpay.disturb({ mode: 'ok', ms: 0, times: null });
    // The question is answered, the submission is refused.
    gateway.trades.clear();
    await set('refunds', id, { orderPayFen: 1 });
    await timer('refunds');
    expect(await refund(id)).toMatchObject({
      status: 'request_failed',
      outcomeUnknown: true,
      reserved: true,
      inFlightUntil,
    });
    expect((await voidRefund(id)).code).toBe(40902);
  });

  it('is final: it is never sent again, and is queried for a day', async () => {
    const { id } = await unheardOne();
    await expireInFlight(id);
    await voidRefund(id);
    const { nextQueryTime, voidTime } = await refund(id);
    expect(nextQueryTime).toBeGreaterThan(Date.now());
    expect(await world.call('adminOrder', 'retryRefund', { id }, as())).toMatchObject({
      code: 40902,
      message: '「已作废」的退款不能重新提交',
    });
    for (let round = 0; round < 14; round += 1) {
      await makeDue(id);
      await timer('refunds');
    }
    expect(submissions()).toHaveLength(1);
    expect((await refund(id)).nextQueryTime).toBe(voidTime! + 86_400_000);
    await set('refunds', id, { voidTime: voidTime! - 86_400_001 });
    await makeDue(id);
    await timer('refunds');
    expect(await refund(id)).toMatchObject({ status: 'voided', nextQueryTime: null });
  });

  it('that the gateway carries out nevertheless is recorded, counted and shown until checked', async () => {
    const { id, orderId } = await unheardOne();
    await expireInFlight(id);
    await voidRefund(id);
    await carryOut(id);
    finish(id);
    await makeDue(id);
    await timer('refunds');
    expect(await refund(id)).toMatchObject({ status: 'success', afterVoid: 'moved' });
    expect(await order(orderId)).toMatchObject({ refundedFen: 500, refundingFen: 0 });
    expect(submissions()).toHaveLength(1);
    const attention = async () =>
      (await world.ok('adminDashboard', 'getSummary', {}, as())).attention.refundsAfterVoid;
    // One more is in the records to begin with.
    expect(await attention()).toBe(2);
    const { list } = await world.ok(
      'adminOrder',
      'getRefunds',
      { page: 1, pageSize: 20, filter: { afterVoid: 'moved' } },
      as(),
    );
    expect(list.map(({ _id }) => _id)).toContain(id);
    await world.ok('adminOrder', 'checkVoidedRefund', { id, note: '已联系用户退回' }, as());
    expect(await attention()).toBe(1);
    const again = await world.call('adminOrder', 'checkVoidedRefund', { id, note: '再来' }, as());
    expect(again).toMatchObject({ code: 40902, message: '这笔退款没有需要核对的款项' });
  });

  it('is never sent again even when the gateway took it and then closed it', async () => {
    const { id } = await unheardOne();
    await expireInFlight(id);
    await voidRefund(id);
    await carryOut(id);
    await makeDue(id);
    await timer('refunds');
    expect(await refund(id)).toMatchObject({ status: 'processing', afterVoid: 'moved' });
    finish(id, 'CLOSED');
    await makeDue(id);
    await timer('refunds');
    expect((await refund(id)).status).toBe('closed');
    expect(await world.call('adminOrder', 'retryRefund', { id }, as())).toMatchObject({
      code: 40902,
      message: '作废过的退款不能重新提交，请重新发起退款',
    });
  });

  it('beside an open new refund leaves that one as the order’s open refund', async () => {
    const { id, orderId } = await unheardOne();
    await expireInFlight(id);
    await voidRefund(id);
    await set('orders', orderId, { lastRefundTime: 1 });
    const second = ((await processRefund(orderId, { amountFen: 300 })).data as { _id: string })._id;
    for (const trade of gateway.trades.values()) trade.lastRefundTime = 0;
    await carryOut(id);
    await makeDue(id);
    await timer('refunds');
    expect(await order(orderId)).toMatchObject({ openRefundId: second, refundingFen: 800 });
    finish(id);
    finish(second);
    await makeDue(id);
    await makeDue(second);
    await timer('refunds');
    expect(await order(orderId)).toMatchObject({
      openRefundId: '',
      refundingFen: 0,
      refundedFen: 800,
    });
  });
});
