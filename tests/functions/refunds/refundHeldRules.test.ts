import { describe, expect, it } from 'vitest';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import { noGrant } from '../../noGrant.ts';
import { someTask } from '../world/fixtures/people.ts';
import { startRefundRecords, USER } from './refundRecords.ts';

const { world, ok, order, refund, user, set, newOrder, asked, preview, finish, sync, timer } =
  await startRefundRecords();

describe('credits that unfinished tasks hold', () => {
  const holding = async (held: { paid: number; gift: number }, valueFen = 0) => {
    const costCredits = held.paid + held.gift;
    const task = someTask(9, 'queued', { userId: USER, held, costCredits, valueFen });
    await world.insert('tasks', [task] as never);
    return { activeTasks: ['task_0009'] };
  };
  /** An order for 600 bought and 60 given credits, whose buyer has these, and those that are held. */
  const bought = async (credits: object, ...held: Parameters<typeof holding>) => {
    await set('users', USER, { credits, paidValueFen: 6_000, ...(await holding(...held)) });
    return newOrder();
  };
  const cancel = () => ok('adminTask', 'cancelTask', { id: 'task_0009', reason: '测试' });
  const shown = async ({ _id }: StoredOrder, more: object = {}) => (await preview(_id, more)).data;

  it('are taken as well, as the preview says, and a cancelled task makes up for them', async () => {
    const of = await bought({ paid: 560, gift: 60 }, { paid: 40, gift: 0 }, 400);
    expect(await shown(of)).toMatchObject({ creditsTaken: 660, creditsHeld: 40, balance: 620 });
    const id = await asked(of, { seen: { creditsTaken: 660, daysTaken: 0 } });
    expect(await user()).toMatchObject({ credits: { paid: -40, gift: 0 }, paidValueFen: -400 });
    await cancel();
    expect(await user()).toMatchObject({ credits: { paid: 0, gift: 0 }, paidValueFen: 0 });
    finish(id);
    await sync(id);
    expect((await user()).credits).toEqual({ paid: 0, gift: 0 });
  });

  it('are returned to the caller who cancels while the refund is under way and fails', async () => {
    const id = await asked(await bought({ paid: 560, gift: 60 }, { paid: 40, gift: 0 }, 400));
    await cancel();
    finish(id, 'CLOSED');
    await sync(id);
    expect(await user()).toMatchObject({ credits: { paid: 600, gift: 60 }, paidValueFen: 6_400 });
  });

  it('are counted once, by the first of two refunds', async () => {
    const of = await bought({ paid: 560, gift: 60 }, { paid: 40, gift: 0 });
    const second = await newOrder();
    await asked(of);
    expect(await shown(second)).toMatchObject({ creditsTaken: 0, creditsHeld: 0, balance: -40 });
    const debt = { clawback: { allowNegative: true } };
    expect(await shown(second, debt)).toMatchObject({ creditsTaken: 660, creditsHeld: 0 });
    const id = await asked(second);
    expect((await user()).credits).toEqual({ paid: -40, gift: 0 });
    expect(await refund(id)).toMatchObject({ clawedBack: { paid: 0, gift: 0 } });
  });

  it('are taken of each balance by itself, and no further', async () => {
    const of = await bought({ paid: 100, gift: 0 }, { paid: 30, gift: 90 });
    expect(await shown(of)).toMatchObject({ creditsTaken: 190, creditsHeld: 90 });
    await asked(of);
    expect((await user()).credits).toEqual({ paid: -30, gift: -60 });
    await cancel();
    expect((await user()).credits).toEqual({ paid: 0, gift: 30 });
  });

  it('begin no task with what one balance owes to the other', async () => {
    await set('users', USER, { credits: { paid: 50, gift: -20 } });
    const held = { paid: 40, gift: 0 };
    const task = someTask(8, 'failed', { userId: USER, held, costCredits: 40 });
    await world.insert('tasks', [task] as never);
    const retry = () => world.call('adminTask', 'retryTask', { id: 'task_0008' });
    expect(await retry()).toMatchObject({ code: 40902, message: '积分余额不足' });
    await set('users', USER, { credits: { paid: 60, gift: -20 } });
    expect((await retry()).code).toBe(0);
    expect((await user()).credits).toEqual({ paid: 20, gift: -20 });
  });

  it('and those bought later make a debt smaller', async () => {
    await set('users', USER, { credits: { paid: -560, gift: 0 } });
    const fulfil = { ...noGrant, status: 'pending', nextTime: 1 } as const;
    const of = await newOrder({ status: 'paid', updateTime: Date.now() - 60_000, fulfil });
    await timer('orders');
    expect((await order(of._id)).fulfil.status).toBe('done');
    expect((await user()).credits).toEqual({ paid: 40, gift: 60 });
    const held = await holding({ paid: 30, gift: 2 });
    await set('users', USER, { credits: { paid: -560, gift: -5 }, ...held });
    await cancel();
    expect((await user()).credits).toEqual({ paid: -530, gift: -3 });
  });
});
