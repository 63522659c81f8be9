import { afterEach, describe, expect, it } from 'vitest';
import { findRecords, readRecord } from './database.ts';
import { gatewayOf, configureGateway } from './gateway.ts';
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
