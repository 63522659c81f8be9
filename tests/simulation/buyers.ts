import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { StoredRefund } from '#cloudfunctions/_shared/refunds/refunds.ts';
import type { StoredTask } from '#cloudfunctions/_shared/tasks/tasks.ts';
import type { Random } from '../../scripts/demo/random.ts';
import { demand } from './demand.ts';
import { PHOTOS, SINGLE_PRICE_FEN, tokenOf } from './records.ts';
import type { World } from './world.ts';

const words = ['好看', '好看', 'sandbox-fail', 'sandbox-nothing', 'sandbox-code-433'];

/**
 * Visitors buy one picture each, repeat what was not answered, pay late or never, and change their minds; an administrator
 * pays a part or all of it back meanwhile, and takes the template offline.
 */
export const buyersOf =
  (visitors: Record<string, string>[]) =>
  (world: World, random: Random): Promise<unknown>[] => {
    const { scheduler, gateway } = world;
    const thinks = (most: number) => scheduler.pause('a buyer thinks', random.int(0, most), true);

    const buys = async (caller: Record<string, string>, at: number) => {
      const who = `visitor${at}`;
      await thinks(20_000);
      const wish = {
        templateId: 'tpl_0001',
        inputs: { photo: PHOTOS[at], text: random.pick(words) },
        expectFen: SINGLE_PRICE_FEN,
        refundRules: '1',
        idemKey: `buy_one_${at}`,
      };
      const order = () => world.call(who, 'appOrder', 'createOrder', wish, { caller });
      const [first] = await Promise.all(random.chance(0.3) ? [order(), order()] : [order()]);
      const ended = first?.kind === 'done' && first.value.code === 0 ? first : await order();
      if (ended.kind !== 'done' || ended.value.code !== 0) return;
      const { _id: id, orderNo } = ended.value.data as { _id: string; orderNo: string };
      // A code to pay with, perhaps only when it is asked for again.
      let { payment } = ended.value.data as { payment: object | null };
      if (!payment) {
        const again = await world.call(who, 'appOrder', 'payOrder', { id }, { caller });
        if (again.kind === 'done' && again.value.code === 0)
          ({ payment } = again.value.data as { payment: object | null });
      }
      const cancels = random.chance(0.2);
      if (cancels) {
        await thinks(30_000);
        void world.call(who, 'appOrder', 'cancelOrder', { id }, { caller });
      }
      await thinks(random.pick([1_000, 60_000]));
      // What is closed there cannot be paid any more.
      if (payment && random.chance(0.9)) await gateway.gateway.pay(orderNo).catch(() => undefined);
      if (random.chance(0.3)) {
        await thinks(40_000);
        const { taskId = '' } = (await world.rows<StoredOrder>('orders')).find(
          ({ _id }) => _id === id,
        )!;
        if (taskId) await world.call(who, 'appTask', 'cancelTask', { id: taskId }, { caller });
      }
      if (random.chance(0.3)) {
        await thinks(90_000);
        const amountFen = random.pick([100, SINGLE_PRICE_FEN]);
        const asked = { id, amountFen, reasonCode: '其他', reason: '用户申请' };
        await world.call('admin1', 'adminOrder', 'processRefund', asked, {
          token: tokenOf('admin1'),
        });
      }
    };
    const closes = async () => {
      await thinks(90_000);
      if (random.chance(0.2)) await world.change('templates', 'tpl_0001', { status: 'offline' });
    };
    return [...visitors.slice(0, 2).map(buys), closes()];
  };

/** Who has paid has a picture, or the money, or a refund that a person looks at; and no more than one task. */
export const checkBought = (
  orders: StoredOrder[],
  tasks: StoredTask[],
  refunds: StoredRefund[],
) => {
  for (const { _id, type, payTime, payFen, refundedFen } of orders) {
    if (type !== 'template' || payTime === null) continue;
    const its = tasks.filter(({ orderId }) => orderId === _id);
    demand(its.length <= 1, () => `${_id} has ${its.length} tasks`);
    const isMade = its[0]?.status === 'succeeded';
    const isLookedAt = refunds.some(
      ({ orderId, status }) => orderId === _id && status !== 'success',
    );
    demand(
      isMade || refundedFen === payFen || isLookedAt,
      () => `${_id} was paid, has no picture, and ${refundedFen} of ${payFen} fen went back`,
    );
  }
};
