import type { Order } from '#contract/order.ts';
import { orderSentences } from '#contract/sentences/orders.ts';
import { taskSentences } from '#contract/sentences/tasks.ts';
import type { TaskInputs } from '#contract/visitorTask.ts';
import { stateNotAllowed } from '../base/errors.ts';
import type { Stored } from '../base/repository.ts';
import { settingsOf } from '../base/settings.ts';
import type { Transaction } from '../base/transaction.ts';
import { presets, templates } from '../templates/records.ts';
import { post, type StoredUser } from '../users/ledger.ts';
import { newTask, type Ordered } from './newTask.ts';
import { offered } from './offered.ts';
import { planInputs } from './plan.ts';
import { nextTurn } from './rank.ts';
import type { StoredTask } from './tasks.ts';

/** What the buyer of one task has chosen; kept in the order until the task begins or the order is closed. */
export interface Purchase {
  templateId: string;
  presetId: string;
  inputs: TaskInputs;
}

/** An order, as far as it buys a task. */
export interface BuyingOrder extends Stored, Pick<Order, 'payFen' | 'refundedFen' | 'fulfil'> {
  purchase?: Purchase | null;
}

interface Prepared extends Ordered {
  turn: number;
}

/**
 * The task that a paid order buys, worked out before the transaction that begins it. Limits and queues do not hold up what
 * is paid for.
 * @throws 40902 or 40001 where it cannot be made any more
 */
export const preparedTask = async ({ purchase }: BuyingOrder): Promise<Prepared> => {
  if (!purchase) throw stateNotAllowed(orderSentences.wishGone);
  const { templateId, presetId, inputs } = purchase;
  const [foundTemplate, foundPreset, { task: limits }] = await Promise.all([
    templates.get(templateId),
    presetId ? presets.get(presetId) : null,
    settingsOf('system'),
  ]);
  const { template, preset } = offered(foundTemplate, foundPreset, presetId);
  const planned = planInputs(template, preset, inputs);
  return { template, preset, planned, limits, turn: await nextTurn(template.apiKeyPool, 'paid') };
};

/** Puts the task of a paid order into the queue. @returns its id, which follows from the order's */
export const beginBought = async (
  transaction: Transaction,
  order: BuyingOrder,
  user: StoredUser,
  { turn, ...ordered }: Prepared,
): Promise<string> => {
  const _id = `task_${order._id}`;
  const active = user.activeTasks ?? [];
  const costs = {
    costCredits: 0,
    held: { paid: 0, gift: 0 },
    valueFen: order.payFen - order.refundedFen,
    isFree: false,
    freeDay: '',
    isTrial: false,
  };
  const owner = { userId: user._id, openid: user.openid, by: taskSentences.user };
  const place = { lane: 'paid' as const, turn: turn + active.length };
  const patch = { activeTasks: [...active, _id], lastActiveTime: transaction.now };
  await post(transaction, user, [], { patch });
  await transaction.insert('tasks', {
    ...newTask(_id, ordered, owner, costs, place, transaction),
    orderId: order._id,
    paidFen: order.payFen,
  });
  transaction.due('tasks');
  return _id;
};

/** A task that an order paid for has no result: its money goes back, by the job for orders. */
export const returnPayment = async (
  transaction: Transaction,
  { orderId }: Pick<StoredTask, 'orderId'>,
  reason: string,
): Promise<void> => {
  const order = orderId ? await transaction.get<BuyingOrder>('orders', orderId) : null;
  if (order?.fulfil.status !== 'done') return;
  const { now } = transaction;
  const fulfil = { ...order.fulfil, status: 'failed' as const, error: reason, nextTime: now };
  await transaction.change('orders', order, { fulfil });
  transaction.due('orders');
};
