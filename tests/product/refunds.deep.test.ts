import { describe, expect, it } from 'vitest';
import { readRecord } from './database.ts';
import { gatewayOf, tell } from './gateway.ts';
import { createCaller, startProduct } from './product.ts';

describe('with the settings as they are, a refund lost in a crash', () => {
  it.concurrent.each([
    ['is paid back within a minute', true],
    ['is paid back within a minute even where no notice ever comes', false],
  ])(
    '%s',
    async (_case, notices) => {
      const first = await startProduct();
      const caller = createCaller(first.url);
      await caller.signIn();
      const id = 'ord_0003';
      const { data } = await caller.call('adminOrder', 'getOrderById', { id });
      await tell(first, { mode: 'slow', ms: 60_000 });
      const lost = caller
        .call('adminOrder', 'processRefund', { id, amountFen: data['payFen'] })
        .catch(() => null);
      await expect
        .poll(async () => (await gatewayOf(first)).calls.length, { timeout: 30_000, interval: 20 })
        .toBeGreaterThan(0);
      first.process.kill('SIGKILL');
      await lost;

      const second = await startProduct({ dataDir: first.dataDir });
      const ready = Date.now();
      try {
        await tell(second, { mode: 'ok', notices });
        await expect
          .poll(() => readRecord(second.dataDir, 'orders', id)?.['status'], {
            timeout: 60_000 - (Date.now() - ready),
            interval: 250,
          })
          .toBe('refunded');
        const { refunds } = await gatewayOf(second);
        const ours = refunds.filter(({ outTradeNo }) => outTradeNo === data['orderNo']);
        expect(ours).toMatchObject([{ paidOut: 1, status: 'SUCCESS' }]);
        console.info(`${_case}: ${((Date.now() - ready) / 1_000).toFixed(1)} s after the start`);
      } finally {
        await second.dispose();
      }
    },
    150_000,
  );
});
