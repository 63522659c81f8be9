import type { ActivationCode } from '#contract/activationCode.ts';
import type { CollectionName } from '#contract/collections.ts';
import type { Order } from '#contract/order.ts';
import { orderStatuses } from '#contract/orderStates.ts';
import type { PrintOrder } from '#contract/printOrder.ts';
import { printOrderStatuses } from '#contract/printOrderStates.ts';
import type { Refund } from '#contract/refund.ts';
import { keysOf } from '#contract/states.ts';
import type { Task } from '#contract/task.ts';
import type { User } from '#contract/user.ts';
import type { Stored } from '../base/repository.ts';
import type { CounterKind, Figures } from './counters.ts';
import type { Figure } from './figures.ts';

/**
 * What each record contributes to the counters. Functions use it when the record changes; the rebuild and the demo data
 * use nothing else.
 */
export interface Fact {
  kind: CounterKind;
  figures: Figures;
  /** When the record was stored; it is counted a moment later. */
  recorded: number;
}

const fact = (recorded: number, figures: Partial<Record<Figure, number>>): Fact => ({
  kind: 'figures',
  recorded,
  figures: Object.fromEntries(Object.entries(figures).filter(([, amount]) => amount !== 0)),
});

const reached = (history: { to: string; time: number }[], to: string): number | undefined =>
  history.findLast(move => move.to === to)?.time;

const createdOrder = ({ createTime, history }: Pick<Order, 'createTime' | 'history'>): Fact[] => {
  const closed = reached(history, 'closed');
  return [
    fact(createTime, { createdOrders: 1 }),
    ...(closed === undefined ? [] : [fact(closed, { closedOrders: 1 })]),
  ];
};

type Payment = Pick<Order, 'type' | 'payFen' | 'latePay'>;

export const paymentFigures = ({ type, payFen, latePay }: Payment) => ({
  paidOrders: 1,
  paidFen: payFen,
  [`paidOrders_${type}`]: 1,
  [`paidFen_${type}`]: payFen,
  ...(latePay && { latePaidOrders: 1 }),
});

const paidOrder = (order: Payment & Pick<Order, 'payTime' | 'history' | 'fulfil'>): Fact[] => {
  const { payTime, history, fulfil } = order;
  if (payTime === null) return [];
  return [
    fact(reached(history, 'paid') ?? payTime, paymentFigures(order)),
    ...(fulfil.status === 'done'
      ? [fact(fulfil.time ?? payTime, { grantedCredits: fulfil.credits + fulfil.giftCredits })]
      : []),
  ];
};

/** As it is stored: whether everything the order cost has gone back with it. */
type EndedRefund = Pick<Refund, 'amountFen' | 'clawedBack'> & { endsOrder?: boolean };

export const refundFigures = ({ amountFen, clawedBack, endsOrder }: EndedRefund) => ({
  refunds: 1,
  refundedFen: amountFen,
  clawedBackCredits: (clawedBack?.paid ?? 0) + (clawedBack?.gift ?? 0),
  ...(endsOrder && { refundedOrders: 1 }),
});

const succeededRefund = (refund: EndedRefund & Pick<Refund, 'status' | 'updateTime'>): Fact[] =>
  refund.status === 'success' ? [fact(refund.updateTime, refundFigures(refund))] : [];

type CreatedPrint = Pick<
  PrintOrder,
  'createTime' | 'updateTime' | 'signTime' | 'photoCount' | 'reprintOf' | 'status'
>;

const createdPrint = (print: CreatedPrint): Fact[] => {
  const { createTime, updateTime, signTime, photoCount, reprintOf, status } = print;
  return [
    fact(
      createTime,
      reprintOf === '' ? { createdPrints: 1, printPhotos: photoCount } : { reprints: 1 },
    ),
    ...(status === 'completed' ? [fact(signTime ?? updateTime, { completedPrints: 1 })] : []),
  ];
};

const shippedPrint = ({ shipTime }: Pick<PrintOrder, 'shipTime'>): Fact[] =>
  shipTime === null ? [] : [fact(shipTime, { shippedPrints: 1 })];

type EndedTask = Pick<
  Task,
  'status' | 'templateId' | 'costCredits' | 'coins' | 'valueFen' | 'isTrial' | 'errorCode'
>;

/** What an ended task adds to the counters; a trial adds its coins alone. */
export const taskFigures = ({
  status,
  costCredits,
  coins,
  valueFen = 0,
  isTrial,
  errorCode,
}: Omit<EndedTask, 'templateId'>) => ({
  ...(coins > 0 && { coins: Math.round(coins) }),
  ...(!isTrial && {
    tasks: 1,
    ...(status === 'succeeded' && { succeededTasks: 1, spentCredits: costCredits }),
    ...(status === 'succeeded' && valueFen > 0 && { earnedFen: valueFen }),
    ...((status === 'failed' || status === 'timeout') && { failedTasks: 1 }),
    ...(errorCode && { [`tasks_${errorCode}`]: 1 }),
  }),
});

/**
 * By template: pictures made and failed, credits paid by users and their price, coins charged by the provider; of a trial the
 * coins alone.
 */
export const templateFigures = ({
  status,
  templateId,
  costCredits,
  coins,
  valueFen = 0,
  isTrial,
}: EndedTask): Figures =>
  Object.fromEntries(
    Object.entries({
      [`ok_${templateId}`]: !isTrial && status === 'succeeded' ? 1 : 0,
      [`fail_${templateId}`]: !isTrial && (status === 'failed' || status === 'timeout') ? 1 : 0,
      [`credits_${templateId}`]: status === 'succeeded' ? costCredits : 0,
      [`coins_${templateId}`]: Math.round(coins),
      [`earned_${templateId}`]: status === 'succeeded' ? valueFen : 0,
    }).filter(([, amount]) => amount !== 0),
  );

const endedTask = (task: EndedTask & Pick<Task, 'finishTime'>): Fact[] =>
  task.finishTime === null
    ? []
    : [
        fact(task.finishTime, taskFigures(task)),
        { kind: 'templates', recorded: task.finishTime, figures: templateFigures(task) },
      ];

interface UsageDay extends Stored {
  day: string;
}

interface Source {
  collection: CollectionName;
  /** The indexed instant that determines the day, or the day itself for `day`. */
  field: string;
  /** The states of such records, where the index has the instants of each state. */
  states?: readonly string[] | undefined;
  /** All that `facts` reads. */
  fields: string[];
  facts: (record: never) => Fact[];
}

const source =
  <R extends Stored & { status?: string }>(
    collection: CollectionName,
    field: keyof R & string,
    states?: readonly NonNullable<R['status']>[],
  ) =>
  <K extends keyof R & string>(fields: K[], facts: (record: Pick<R, K>) => Fact[]): Source => ({
    collection,
    field,
    states,
    fields,
    facts,
  });

/** All counted kinds of records, and how to find those of one day. */
export const sources: Source[] = [
  source<User>('users', 'createTime')(['createTime'], ({ createTime }) => [
    fact(createTime, { newUsers: 1 }),
  ]),
  source<UsageDay>('userUsageDaily', 'day')(['createTime'], ({ createTime }) => [
    fact(createTime, { activeUsers: 1 }),
  ]),
  source<Order>('orders', 'createTime')(['createTime', 'history'], createdOrder),
  source<Order>(
    'orders',
    'payTime',
    keysOf(orderStatuses),
  )(['payTime', 'history', 'fulfil', 'type', 'payFen', 'latePay'], paidOrder),
  source<Refund & EndedRefund>('refunds', 'successTime', ['success'])(
    ['status', 'updateTime', 'amountFen', 'clawedBack', 'endsOrder'],
    succeededRefund,
  ),
  source<PrintOrder>('printOrders', 'createTime')(
    ['createTime', 'updateTime', 'signTime', 'photoCount', 'reprintOf', 'status'],
    createdPrint,
  ),
  source<PrintOrder>(
    'printOrders',
    'shipTime',
    keysOf(printOrderStatuses),
  )(['shipTime'], shippedPrint),
  source<Task>('tasks', 'createTime')(
    [
      'finishTime',
      'status',
      'templateId',
      'costCredits',
      'coins',
      'valueFen',
      'isTrial',
      'errorCode',
    ],
    endedTask,
  ),
  source<ActivationCode>('activationCodes', 'usedTime', ['used'])(['usedTime'], ({ usedTime }) =>
    usedTime === null ? [] : [fact(usedTime, { redeemedCodes: 1 })],
  ),
];

export type { Source };
