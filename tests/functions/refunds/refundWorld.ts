import { beforeEach } from 'vitest';
import { commerceOf } from '../orders/commerce.ts';
import { startWorld } from '../world/harness.ts';

/**
 * A world that does not wait long for the payment service, which settles no refund by itself, and what tests of refunds do
 * in it.
 */
export const startRefundWorld = async (WECHATPAY_TIMEOUT_MS = 800) => {
  const world = await startWorld({ WECHATPAY_TIMEOUT_MS });
  const { wechatpay } = world.sandbox;
  let token = '';
  beforeEach(async () => {
    ({ token } = await world.reset());
    wechatpay.settleAs({ to: 'SUCCESS', afterMs: Infinity });
  });
  const commerce = commerceOf(world, () => token);
  const { as, set } = commerce;

  return {
    ...commerce,
    world,
    wechatpay,
    /** It is due, and the turn of a dead holder has ended. */
    makeDue: (id: string) => set('refunds', id, { nextQueryTime: 1, turn: null }),
    /** Ten minutes later, when a submission has arrived or never will. */
    expireInFlight: (id: string) => set('refunds', id, { inFlightUntil: 1 }),
    voidRefund: (id: string) =>
      world.call('adminOrder', 'voidRefund', { id, reason: '不退了' }, as()),
  };
};
