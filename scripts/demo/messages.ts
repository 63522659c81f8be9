import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { StoredPrintOrder } from '#cloudfunctions/_shared/prints/records.ts';
import type { StoredRefund } from '#cloudfunctions/_shared/refunds/refunds.ts';
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
import type { Task } from '#contract/task.ts';
import { messageFieldsOf } from '../shared/sandboxNotification.ts';
import type { Random } from './random.ts';
import { DAY } from './record.ts';

/** Older ones have been removed. */
const KEPT_DAYS = 30;
const SECOND = 1_000;

export interface Subjects {
  orders: StoredOrder[];
  refunds: StoredRefund[];
  printOrders: StoredPrintOrder[];
  tasks: Task[];
}

const happened = ({ orders, refunds, printOrders, tasks }: Subjects) => {
  const all: {
    event: UserEventName;
    /** The page that the message leads to, and what else it is about. */
    about: string;
    more: string[];
    of: { userId: string; openid: string };
    time: number;
    values: Record<string, string>;
  }[] = [];
  for (const of of refunds) {
    const { _id, orderId, orderNo, amountFen, reason, status, successTime: time } = of;
    const [about, more] = [`orders/${orderId}`, [`refunds/${_id}`]];
    const values = { orderNo, amount: messageAmount(amountFen), reason };
    if (status === 'success' && time)
      all.push({ event: 'refundDone', about, more, of, time, values });
  }
  for (const of of printOrders) {
    const { _id, orderId, printNo, shipTime: time, hold, expressNo, expressCompany } = of;
    const about = `print-orders/${_id}`;
    if (hold) {
      const values = { printNo, reason: hold.reason };
      all.push({ event: 'printHold', about, more: [], of, time: hold.time, values });
      continue;
    }
    const carrier = Object.hasOwn(carriers, expressCompany)
      ? carriers[expressCompany as keyof typeof carriers].label
      : '';
    const values = { printNo, carrier, expressNo };
    if (time && carrier)
      all.push({ event: 'printShipped', about, more: [`orders/${orderId}`], of, time, values });
  }
  for (const of of orders) {
    const { _id, orderNo, payTime: time, payFen, items } = of;
    const values = { orderNo, goods: items[0]?.name ?? '', amount: messageAmount(payFen) };
    if (time && payFen > 0)
      all.push({ event: 'orderPaid', about: `orders/${_id}`, more: [], of, time, values });
  }
  for (const of of tasks) {
    const { _id, status, finishTime: time, isTrial, templateSnap } = of;
    const { taskSucceeded, taskFailed } = messageSentences;
    const result = status === 'succeeded' ? taskSucceeded : taskFailed;
    const values = { templateName: templateSnap.name, result };
    if (time && !isTrial && ['succeeded', 'failed', 'timeout'].includes(status))
      all.push({ event: 'taskDone', about: `tasks/${_id}`, more: [], of, time, values });
  }
  return all;
};

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
  const toUsers = recent.map(({ event, about, more, of, time, values }, at) => {
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
      { name: '备用账号一', reason: '密钥余额不足，已自动停用' },
      'api-keys',
    ),
  ];
};
