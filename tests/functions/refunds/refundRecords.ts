import { afterEach, beforeEach, vi } from 'vitest';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { StoredRefund } from '#cloudfunctions/_shared/refunds/refunds.ts';
import type { StoredUser } from '#cloudfunctions/_shared/users/ledger.ts';
import type { CollectionName } from '#contract/collections.ts';
import { Refusal, type SandboxRefund } from '../../../sandbox/wechatPay/records.ts';
import { printsOf } from '../prints/prints.ts';
import { forOneTest } from '../world/forOneTest.ts';
import { startWorld } from '../world/harness.ts';

/** Who asks for the orders of `newOrder`. */
export const USER = 'usr_0004';
export const unheardOf = () => new Refusal(404, 'RESOURCE_NOT_EXISTS', '退款单不存在');
/** A turn of another caller. */
export const another = () => ({ holder: 'another', until: Date.now() + 600_000 });

/**
 * What tests of refunds do, and the records that they compare at a clock that stands still, in a world that settles no
 * refund by itself.
 */
export const startRefundRecords = async () => {
  const world = await startWorld({ WECHATPAY_TIMEOUT_MS: 8_000 });
  const { wechatpay } = world.sandbox;
  beforeEach(async () => {
    await world.reset();
    wechatpay.settleAs({ to: 'SUCCESS', afterMs: Infinity });
  });
  const prints = await printsOf(world);
  const { one, processRefund, newRefund, set, gateway } = prints;
  afterEach(async () => {
    await world.forgetInjections();
    vi.useRealTimers();
  });

  const about = async (collection: CollectionName, id: string) =>
    (await world.rows(collection)).filter(({ refId, resourceId, subjects }) =>
      [refId, resourceId, ...((subjects ?? []) as string[])].includes(
        subjects ? `refunds/${id}` : id,
      ),
    );

  /** What was counted, by day. */
  const counted = async () => {
    const sums: Record<string, Record<string, number>> = {};
    for (const row of await world.rows('counters'))
      for (const [name, amount] of Object.entries((row['figures'] ?? {}) as object)) {
        const of = (sums[row['day'] as string] ??= {});
        of[name] = (of[name] ?? 0) + (amount as number);
      }
    return sums;
  };

  /** The fields that an audit row says have changed. */
  const changedFields = ({ diff }: Record<string, unknown>) =>
    Object.fromEntries(
      (diff as { path: string; from: unknown; to: unknown }[]).map(({ path, from, to }) => [
        path,
        [from, to],
      ]),
    );

  /** As `newRefund`, of ten credits and a fen each, and the gateway says that it stands so. */
  const knownRefund = async (
    fields: Parameters<typeof newRefund>[0],
    says: Partial<SandboxRefund> = {},
    orderFields: Partial<StoredOrder> = {},
  ) => {
    const made = await newRefund(fields, orderFields);
    const { _id, orderNo, amountFen, orderPayFen } = made.refund;
    gateway.refunds.set(_id, {
      refundId: '50000000000000000000000000001',
      outRefundNo: _id,
      outTradeNo: orderNo,
      transactionId: made.order.transactionId,
      amountFen,
      totalFen: orderPayFen,
      reason: '',
      status: 'PROCESSING',
      createTime: Date.now(),
      successTime: null,
      notifyUrl: '',
      account: '支付用户零钱',
      settle: null,
      paidOut: 0,
      ...says,
    });
    return made;
  };

  return {
    ...prints,
    world,
    wechatpay,
    about,
    ok: world.ok,
    counted,
    changedFields,
    knownRefund,
    /** One that the gateway does not know, of an order of its own. */
    unheard: (fields: Partial<StoredRefund> = {}, orderFields: Partial<StoredOrder> = {}) =>
      newRefund(
        {
          status: 'request_failed',
          amountFen: 1_000,
          refundId: '',
          outcomeUnknown: false,
          inFlightUntil: null,
          items: [],
          clawback: { credits: 0, packageDays: 0, allowNegative: false },
          clawedBack: null,
          queryCount: 0,
          attempts: [],
          failure: '',
          ...fields,
        },
        orderFields,
      ),
    /** Happens while the gateway is being asked about a refund, of which it then knows nothing. */
    whileAsked: (work: () => Promise<unknown>, answer: () => Error = unheardOf) =>
      forOneTest(
        vi.spyOn(gateway, 'findRefund').mockImplementationOnce(async () => {
          await work();
          throw answer();
        }),
      ),
    user: (id = USER) => one<StoredUser>('users', id),
    /** The clock stands still, at a whole second. */
    standStill: (ms = 0) => {
      const now = Math.floor(Date.now() / 1_000) * 1_000 + ms;
      vi.setSystemTime(now);
      return now;
    },
    /** @returns its id */
    asked: async ({ _id, payFen }: StoredOrder, more: object = {}) => {
      const { data } = await processRefund(_id, { amountFen: payFen, ...more });
      const { _id: made, refundId } = data as { _id?: string; refundId?: string };
      return made ?? refundId ?? '';
    },
    sync: (id: string) => world.call('adminOrder', 'syncRefund', { id }),
    retry: (id: string) => world.call('adminOrder', 'retryRefund', { id }),
    preview: (id: string, more: object = {}) =>
      world.call('adminOrder', 'previewRefund', { id, ...more }),
    /** The next refund of this order need not wait a minute. */
    rested: async (id: string) => {
      await set('orders', id, { lastRefundTime: 1 });
      for (const trade of gateway.trades.values()) trade.lastRefundTime = 0;
    },
    /** Ten minutes later, when a submission has arrived or never will. */
    expireInFlight: (id: string) => set('refunds', id, { inFlightUntil: 1 }),
    voidRefund: (id: string) => world.call('adminOrder', 'voidRefund', { id, reason: '不退了' }),
  };
};
