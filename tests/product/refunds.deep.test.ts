import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findRecords, readRecord } from './database.ts';
import { gatewayOf, seam, configureGateway } from './gateway.ts';
import { legalVersions } from './legal.ts';
import { createCaller, type Product, startProduct } from './product.ts';
import { runJob } from './runJob.ts';

const pollNow = (product: Product) => runJob(product.url, 'refunds');

const env = { WECHATPAY_QUERY_FIRST_MS: '1000', WECHATPAY_TIMEOUT_MS: '2000' };

describe('a process that dies during a call of the gateway', () => {
  const running: Product[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map(product => product.dispose()));
  });

  it('leaves a row that the timer of the next start completes, once', async () => {
    const first = await startProduct({ env });
    running.push(first);
    const caller = createCaller(first.url);
    await caller.signIn();
    const id = 'ord_0003';
    const amountFen = Number(
      (await caller.call('adminOrder', 'getOrderById', { id })).data['payFen'],
    );
    await configureGateway(first, { mode: 'slow', ms: 60_000 });
    const lost = caller.call('adminOrder', 'processRefund', { id, amountFen }).catch(() => null);
    await expect
      .poll(async () => (await gatewayOf(first)).calls.length, { timeout: 10_000, interval: 20 })
      .toBeGreaterThan(0);
    first.process.kill('SIGKILL');
    await lost;
    // Read from the file: the next start's own timer may change it first.
    const [left, ...others] = findRecords(first.dataDir, 'refunds', { orderId: id });
    expect([left, others]).toMatchObject([{ status: 'created', amountFen }, []]);
    expect(readRecord(first.dataDir, 'orders', id)).toMatchObject({ refundingFen: amountFen });

    const second = await startProduct({ env, dataDir: first.dataDir });
    running.push(second);
    const again = createCaller(second.url);
    await again.signIn();
    await expect
      .poll(
        async () => {
          await pollNow(second);
          return (await again.call('adminOrder', 'getOrderById', { id })).data['status'];
        },
        { timeout: 20_000, interval: 500 },
      )
      .toBe('refunded');
    const { refunds } = await gatewayOf(second);
    const { data: order } = await again.call('adminOrder', 'getOrderById', { id });
    const ours = refunds.filter(({ outTradeNo }) => outTradeNo === order['orderNo']);
    expect(ours).toMatchObject([{ outRefundNo: left?._id, paidOut: 1, status: 'SUCCESS' }]);
    expect(order).toMatchObject({ refundingFen: 0, refunds: [{ _id: left?._id }] });
    // The first one's processes are gone; only its folder is left, and that is the second one's.
    running.splice(0, 1);
  }, 180_000);
});

describe('fifty refunds of one order at the same moment, with a gateway whose answers get lost', () => {
  let product: Product;
  let caller: ReturnType<typeof createCaller>;
  beforeAll(async () => {
    product = await startProduct({ env, workers: 4 });
    caller = createCaller(product.url);
    await caller.signIn();
  });
  afterAll(() => product.dispose());

  it('pay back once, under one number, and the order says so', async () => {
    const id = 'ord_0003';
    const before = (await caller.call('adminOrder', 'getOrderById', { id })).data;
    const amountFen = Number(before['payFen']);
    await configureGateway(product, { mode: 'lose', ms: 0, times: 3, settleMs: 200 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        caller.call('adminOrder', 'processRefund', { id, amountFen }),
      ),
    );
    const taken = answers.filter(({ code }) => code === 0);
    expect(taken).toHaveLength(1);
    expect([...new Set(answers.map(({ code }) => code))].sort()).toEqual([0, 40902]);
    expect(taken[0]?.data).toMatchObject({ status: 'request_failed', outcomeUnknown: true });
    const number = String(taken[0]?.data['_id']);

    await expect
      .poll(
        async () => {
          await pollNow(product);
          return (await caller.call('adminOrder', 'getOrderById', { id })).data['status'];
        },
        { timeout: 20_000, interval: 500 },
      )
      .toBe('refunded');
    const { data: order } = await caller.call('adminOrder', 'getOrderById', { id });
    expect(order).toMatchObject({
      refundStatus: 'full',
      refundedFen: amountFen,
      refundingFen: 0,
      openRefundId: '',
      refunds: [{ _id: number, status: 'success', amountFen }],
    });
    const { refunds } = await gatewayOf(product);
    const ours = refunds.filter(({ outTradeNo }) => outTradeNo === order['orderNo']);
    expect(ours).toMatchObject([{ outRefundNo: number, status: 'SUCCESS', paidOut: 1 }]);
  });

  it('a notice settles a refund without the timer', async () => {
    await configureGateway(product, { mode: 'ok', settleMs: 100 });
    const { data: list } = await caller.call('adminOrder', 'getOrders', {
      filter: { status: 'completed', payChannel: 'wxpay', refundStatus: 'none' },
    });
    const [order] = list['list'] as { _id: string; payFen: number }[];
    const made = await caller.call('adminOrder', 'processRefund', { id: order!._id, amountFen: 1 });
    expect(made).toMatchObject({ code: 0, data: { status: 'processing' } });
    const filter = { ids: [made.data['_id']] };
    const refund = async () => {
      const { data } = await caller.call('adminOrder', 'getRefunds', { filter });
      return (data['list'] as { status: string; attempts: { call: string }[] }[])[0];
    };
    await expect
      .poll(async () => (await refund())?.status, { timeout: 5_000, interval: 100 })
      .toBe('success');
    expect((await refund())?.attempts.map(({ call }) => call)).toEqual(['refund']);
  });

  it('an order made, paid by phone and notified is fulfilled', async () => {
    const { refunds } = await legalVersions(async (...wish) => (await caller.call(...wish)).data);
    const made = await caller.call('appOrder', 'createOrder', {
      packageId: 'pkg_0003',
      refundRules: refunds,
    });
    expect(made).toMatchObject({
      code: 0,
      data: { status: 'pending', payment: { kind: 'native' } },
    });
    const { _id: id, orderNo } = made.data;
    await seam(product, '/__sandbox/wechatpay/pay', 'POST', { outTradeNo: orderNo });
    await expect
      .poll(async () => (await caller.call('appOrder', 'getOrder', { id })).data['status'], {
        timeout: 5_000,
        interval: 100,
      })
      .toBe('completed');
  });
});
