import { randomBytes } from 'node:crypto';
import type { WebAnswer } from '#cloudfunctions/_shared/base/httpFunction.ts';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { StoredRefund } from '#cloudfunctions/_shared/refunds/refunds.ts';
import { orderEntity } from '#contract/order.ts';
import type { RefundState, Trade } from '../../../sandbox/wechatPay/records.ts';
import { callback } from '../world/callback.ts';
import type { World } from '../world/harness.ts';
import { finishJob } from '../world/runJob.ts';

/** Orders, refunds and notices as tests need them; everything goes through the functions as they are deployed. */
export const commerceOf = (world: World) => {
  const { as, sandbox, set } = world;
  const { gateway, notices } = sandbox.wechatpay;

  const one = async <T>(collection: Parameters<World['rows']>[0], id: string): Promise<T> => {
    const found = (await world.rows(collection)).find(({ _id }) => _id === id);
    if (!found) throw new Error(`${collection} ${id} is not there`);
    return found as T;
  };
  const order = (id: string) => one<StoredOrder>('orders', id);
  const refund = (id: string) => one<StoredRefund>('refunds', id);

  let made = 0;
  let orderModel: StoredOrder | undefined;
  /** A record of its own, as the functions would have left it in that state. */
  const newOrder = async (fields: Partial<StoredOrder> = {}): Promise<StoredOrder> => {
    const model = (orderModel ??= await order('ord_0003'));
    const paid = fields.status === undefined || !['pending', 'closed'].includes(fields.status);
    const blank = orderEntity.blank();
    const record = {
      ...model,
      _id: `ord_t${(made += 1)}`,
      rev: 1,
      orderNo: `2611201234${randomBytes(5).toString('hex')}`,
      payTime: paid ? Date.now() - 3_600_000 : null,
      transactionId: paid ? `42000${randomBytes(8).toString('hex')}` : '',
      fulfil: paid ? model.fulfil : blank.fulfil,
      upload: blank.upload,
      ...fields,
    };
    const { orderGrams } = await import('#cloudfunctions/_shared/orders/orders.ts');
    const complete = { ...record, grams: orderGrams(record as StoredOrder) };
    await world.insert('orders', [complete]);
    return complete as StoredOrder;
  };

  /** A refund of an order of its own in the state given, with the sums that go with it. */
  const newRefund = async (fields: Partial<StoredRefund> = {}, orderFields = {}) => {
    const open = !['success', 'closed', 'voided'].includes(fields.status ?? 'created');
    const of = await newOrder();
    const amountFen = fields.amountFen ?? of.payFen;
    const _id = `RF${of.orderNo}01`;
    const model = await refund('rf_0003');
    const record = {
      ...model,
      _id,
      rev: 1,
      orderId: of._id,
      orderNo: of.orderNo,
      orderPayFen: of.payFen,
      amountFen,
      userId: of.userId,
      openid: of.openid,
      reserved: open,
      nextQueryTime: null,
      turn: null,
      voidTime: fields.status === 'voided' ? Date.now() : null,
      ...fields,
    } as StoredRefund;
    await world.insert('refunds', [record as never]);
    await set('orders', of._id, {
      refundingFen: record.reserved ? amountFen : 0,
      refundedFen: record.status === 'success' ? amountFen : 0,
      refundCount: 1,
      openRefundId: open ? _id : '',
      refundStatus: open ? 'processing' : 'none',
      ...orderFields,
    });
    return { order: await order(of._id), refund: record };
  };

  const http = (
    name: 'payNotice' | 'refundNotice',
    notice: { body: string; headers: Record<string, string> },
    httpMethod = 'POST',
  ): Promise<WebAnswer> => callback(name, { ...notice, httpMethod });

  /** What the gateway would report of this order, were it paid now. */
  const tradeOf = (of: StoredOrder, fields: Partial<Trade> = {}): Trade => ({
    outTradeNo: of.orderNo,
    transactionId: '4200000000000000001',
    totalFen: of.payFen,
    state: 'SUCCESS',
    openid: of.openid,
    successTime: Date.now(),
    notifyUrl: '',
    refundedFen: 0,
    refundCount: 0,
    lastRefundTime: 0,
    ...fields,
  });

  const timer = (job: 'orders' | 'refunds' | 'arrivals' | 'overdue') =>
    finishJob<Record<string, number>>(world, job);

  /** The gateway settles the refund now. */
  const finish = (outRefundNo: string, to: RefundState = 'SUCCESS') => {
    const known = gateway.refunds.get(outRefundNo);
    if (!known) throw new Error(`the gateway does not know ${outRefundNo}`);
    gateway.finish(known, to);
    return known;
  };

  const processRefund = (id: string, data: object = {}) =>
    world.call('adminOrder', 'processRefund', { id, amountFen: 100, ...data }, as());

  /** Refund requests the gateway has received, in order. */
  const submissions = () =>
    sandbox.wechatpay
      .calls()
      .filter(({ method, path }) => method === 'POST' && path === '/v3/refund/domestic/refunds');

  return {
    as,
    order,
    refund,
    set,
    newOrder,
    newRefund,
    http,
    tradeOf,
    timer,
    finish,
    processRefund,
    submissions,
    one,
    gateway,
    notices,
  };
};
