import { carriers } from '#contract/carriers.ts';
import { messageEntity } from '#contract/message.ts';
import {
  type AlertEventName,
  messageAmount,
  messageTime,
  rendered,
  type UserEventName,
} from '#contract/messageEvents.ts';
import { alertTexts, messageSentences } from '#contract/sentences/messages.ts';
import { messageFieldsOf } from '../shared/sandboxNotification.ts';
import type { Random } from './random.ts';

const DAY = 86_400_000;
/** Older ones have been removed. */
const KEPT_DAYS = 30;
const SECOND = 1_000;

interface Owned {
  _id: string;
  userId: string;
  openid: string;
}
interface DemoOrder extends Owned {
  orderNo: string;
  payTime: number | null;
  payFen: number;
  items: { name: string }[];
  printOrderId?: string;
}
interface DemoRefund extends Owned {
  orderId: string;
  orderNo: string;
  amountFen: number;
  reason: string;
  status: string;
  successTime: number | null;
}
interface DemoPrintOrder extends Owned {
  orderId: string;
  printNo: string;
  status: string;
  shipTime: number | null;
  expressCompany: string;
  expressNo: string;
  hold: { time: number; reason: string } | null;
}
interface DemoTask extends Owned {
  status: string;
  finishTime: number | null;
  isTrial?: boolean;
  templateSnap: { name: string };
}

export interface Subjects {
  orders: DemoOrder[];
  refunds: DemoRefund[];
  printOrders: DemoPrintOrder[];
  tasks: DemoTask[];
}

interface Happened {
  event: UserEventName;
  about: string;
  more?: string[];
  of: Owned;
  time: number;
  values: Record<string, string>;
}

const happened = ({ orders, refunds, printOrders, tasks }: Subjects): Happened[] => [
  ...refunds.flatMap((refund): Happened[] =>
    refund.status === 'success' && refund.successTime
      ? [
          {
            event: 'refundDone',
            about: `orders/${refund.orderId}`,
            more: [`refunds/${refund._id}`],
            of: refund,
            time: refund.successTime,
            values: {
              orderNo: refund.orderNo,
              amount: messageAmount(refund.amountFen),
              reason: refund.reason,
            },
          },
        ]
      : [],
  ),
  ...printOrders.flatMap((print): Happened[] => {
    const about = `print-orders/${print._id}`;
    const { printNo, shipTime, hold, expressNo } = print;
    if (hold)
      return [
        {
          event: 'printHold',
          about,
          of: print,
          time: hold.time,
          values: { printNo, reason: hold.reason },
        },
      ];
    const carrier = Object.hasOwn(carriers, print.expressCompany)
      ? carriers[print.expressCompany as keyof typeof carriers].label
      : '';
    const values = { printNo, carrier, expressNo };
    if (!shipTime || !carrier) return [];
    const more = [`orders/${print.orderId}`];
    return [{ event: 'printShipped', about, more, of: print, time: shipTime, values }];
  }),
  ...orders.flatMap((order): Happened[] =>
    order.payTime && order.payFen > 0
      ? [
          {
            event: 'orderPaid',
            about: `orders/${order._id}`,
            of: order,
            time: order.payTime,
            values: {
              orderNo: order.orderNo,
              goods: order.items[0]?.name ?? '',
              amount: messageAmount(order.payFen),
            },
          },
        ]
      : [],
  ),
  ...tasks.flatMap((task): Happened[] =>
    task.finishTime && !task.isTrial && ['succeeded', 'failed', 'timeout'].includes(task.status)
      ? [
          {
            event: 'taskDone',
            about: `tasks/${task._id}`,
            of: task,
            time: task.finishTime,
            values: {
              templateName: task.templateSnap.name,
              result:
                task.status === 'succeeded'
                  ? messageSentences.taskSucceeded
                  : messageSentences.taskFailed,
            },
          },
        ]
      : [],
  ),
];

const outcomes = [
  { status: 'sent', reason: '' },
  { status: 'unsubscribed', reason: messageSentences.unsubscribed },
  { status: 'failed', reason: messageSentences.addressNotAllowed },
] as const;

/** What users were told in the last month, and administrators of what went wrong. The first two have known ids. */
export const demoMessages = (random: Random, subjects: Subjects, now: number) => {
  const recent = happened(subjects)
    .filter(
      ({ of, time }) => time > now - KEPT_DAYS * DAY && time < now && !of.openid.includes(':'),
    )
    .sort((a, b) => b.time - a.time);
  const toUsers = recent.map(({ event, about, more = [], of, time, values }, at) => {
    const parts = { ...values, time: messageTime(time) };
    const fields = messageFieldsOf(event);
    const chosen = at === 1 || random.chance(0.12) ? 1 : random.chance(0.02) ? 2 : 0;
    const { status, reason } = outcomes[at === 0 ? 0 : chosen];
    return {
      ...messageEntity.blank(),
      _id: at < 2 ? `msg_000${at + 1}` : `${event}_${about.split('/').at(-1)}`,
      rev: 2,
      createTime: time,
      updateTime: time + 3 * SECOND,
      event,
      channel: 'subscribe',
      userId: of.userId,
      openid: of.openid,
      subjects: [about, ...more, `users/${of.userId}`],
      values: parts,
      content: rendered(event, fields, parts)
        .map(({ key, text }) => `${key}：${text}`)
        .join('\n'),
      status,
      attempts: status === 'failed' ? 6 : 1,
      unanswered: 0,
      nextTime: time,
      sentTime: status === 'sent' ? time + 3 * SECOND : null,
      reason,
      path: '',
    };
  });
  const alert = (
    event: AlertEventName,
    hoursAgo: number,
    values: Record<string, string>,
    path: string,
  ) =>
    (['wecom', 'email'] as const).map(channel => {
      const time = now - hoursAgo * 3_600_000;
      const { title, lines } = alertTexts[event];
      return {
        ...messageEntity.blank(),
        _id: `${event}_demo_${channel}`,
        rev: 2,
        createTime: time,
        updateTime: time + 2 * SECOND,
        event,
        channel,
        openid: '',
        values,
        content: [title, ...lines(values)].join('\n'),
        status: 'sent',
        attempts: 1,
        unanswered: 0,
        nextTime: time,
        sentTime: time + 2 * SECOND,
        path,
      };
    });
  return [
    ...toUsers,
    ...alert(
      'keyExhausted',
      30,
      { name: '备用 Key', reason: 'RunningHub 余额不足，自动停用' },
      'api-keys',
    ),
  ];
};
