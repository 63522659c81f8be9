import type { Random } from '../../scripts/demo/random.ts';
import { PHOTOS, tokenOf } from './records.ts';
import type { World } from './world.ts';

/**
 * While an administrator pays an order back, its buyer spends what it granted, in a rush, and cancels some of it: before the money goes,
 * while the gateway is asked, and afterwards.
 */
export const spendersOf =
  (visitors: Record<string, string>[]) =>
  (world: World, random: Random): Promise<unknown>[] => {
    const { scheduler } = world;
    const at = random.int(0, 1);
    const [caller, who] = [visitors[at]!, `visitor${at}`];
    const id = `ord_${at + 1}`;

    const refunds = async () => {
      await scheduler.pause('admin1 thinks', random.pick([0, 2_000, 15_000]), true);
      const { payFen } = (await world.rows('orders')).find(row => row._id === id)!;
      const amountFen = random.chance(0.7) ? (payFen as number) : 900;
      const seen = random.chance(0.3) && { seen: { creditsTaken: 660, daysTaken: 0 } };
      const clawback = random.chance(0.15) && { clawback: { allowNegative: true } };
      const wish = { id, amountFen, reasonCode: '其他', reason: '用户申请', ...seen, ...clawback };
      await world.call('admin1', 'adminOrder', 'processRefund', wish, { token: tokenOf('admin1') });
    };

    const spends = async (nth: number) => {
      await scheduler.pause(`${who} hurries`, random.pick([0, 500, 3_000, 20_000, 60_000]), true);
      const wish = {
        templateId: 'tpl_0001',
        inputs: { photo: PHOTOS[at] },
        idemKey: `spending_${nth}`,
      };
      const ended = await world.call(who, 'appTask', 'createTask', wish, { caller });
      if (ended.kind !== 'done' || ended.value.code !== 0 || random.chance(0.4)) return;
      await scheduler.pause(`${who} cancels`, random.pick([0, 1_000, 10_000, 70_000]), true);
      const { _id: task } = ended.value.data as { _id: string };
      await world.call(who, 'appTask', 'cancelTask', { id: task }, { caller });
    };

    const often = Array.from({ length: random.int(2, 8) }, (_none, nth) => nth);
    return [refunds(), ...often.map(spends)];
  };
