import { userMessageRow } from '#cloudfunctions/_shared/messages/outbox.ts';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { StoredPrintOrder } from '#cloudfunctions/_shared/prints/records.ts';
import type { StoredRefund } from '#cloudfunctions/_shared/refunds/refunds.ts';
import { carriers } from '#contract/carriers.ts';
import { messageEntity } from '#contract/message.ts';
import { messageAmount, rendered, type UserEventName } from '#contract/messageEvents.ts';
import { alertTexts, messageSentences } from '#contract/sentences/messages.ts';
import type { Task } from '#contract/task.ts';
import { messageFieldsOf } from '../shared/sandboxNotification.ts';
import type { Random } from './random.ts';
import { DAY, HOUR, numbered, recordOf } from './record.ts';

/** Older ones have been removed. */
const KEPT_DAYS = 30;
const SENT_AFTER = 3_000;

export interface Subjects {
  orders: StoredOrder[];
  refunds: StoredRefund[];
  printOrders: StoredPrintOrder[];
  tasks: Task[];
}

interface Happened {
  event: UserEventName;
  /** The page that the message leads to, and what else it is about. */
  subjects: [about: string, more?: string];
  of: { userId: string; openid: string };
  time: number | null;
  values: Record<string, string>;
}

const happened = ({ orders, refunds, printOrders, tasks }: Subjects): Happened[] => [
  ...refunds
    .filter(({ status }) => status === 'success')
    .map((of): Happened => {
      const { _id, orderId, orderNo, amountFen, reason, successTime: time } = of;
      const values = { orderNo, amount: messageAmount(amountFen), reason };
      const subjects: Happened['subjects'] = [`orders/${orderId}`, `refunds/${_id}`];
      return { event: 'refundDone', subjects, of, time, values };
    }),
  ...printOrders
    .filter(({ hold, expressNo }) => hold ?? expressNo)
    .map((of): Happened => {
      const { _id, orderId, printNo, shipTime: time, hold, expressNo, expressCompany } = of;
      const about = `print-orders/${_id}`;
      const held = hold && { time: hold.time, values: { printNo, reason: hold.reason } };
      if (held) return { event: 'printHold', subjects: [about], of, ...held };
      const carrier = carriers[expressCompany as keyof typeof carriers].label;
      const subjects: Happened['subjects'] = [about, `orders/${orderId}`];
      return { event: 'printShipped', subjects, of, time, values: { printNo, carrier, expressNo } };
    }),
  ...orders
    .filter(({ payFen }) => payFen > 0)
    .map((of): Happened => {
      const { _id, orderNo, payTime: time, payFen, items } = of;
      const values = { orderNo, goods: items[0]?.name ?? '', amount: messageAmount(payFen) };
      return { event: 'orderPaid', subjects: [`orders/${_id}`], of, time, values };
    }),
  ...tasks
    .filter(({ isTrial, status }) => !isTrial && status !== 'cancelled')
    .map((of): Happened => {
      const { _id, status, finishTime: time, templateSnap } = of;
      const { taskSucceeded, taskFailed } = messageSentences;
      const result = status === 'succeeded' ? taskSucceeded : taskFailed;
      const values = { templateName: templateSnap.name, result };
      return { event: 'taskDone', subjects: [`tasks/${_id}`], of, time, values };
    }),
];

const outcomes = [
  { status: 'sent', reason: '' },
  { status: 'unsubscribed', reason: messageSentences.unsubscribed },
  { status: 'failed', reason: messageSentences.addressNotAllowed },
] as const;

/** The messages of the last month to users, and to administrators about failures. The first two have known ids. */
export const demoMessages = (random: Random, subjects: Subjects, now: number) => {
  const recent = happened(subjects)
    .flatMap(({ time, ...one }) => (time === null ? [] : { ...one, time }))
    .filter(
      ({ of, time }) => time > now - KEPT_DAYS * DAY && time < now && !of.openid.includes(':'),
    )
    .sort((a, b) => b.time - a.time);
  const toUsers = recent.map(({ event, subjects, of, time, values }, at) => {
    const [about] = subjects;
    const row = userMessageRow(
      {
        event,
        key: about.split('/').at(-1) ?? '',
        user: { _id: of.userId, openid: of.openid },
        subjects: subjects as string[],
        values: values as never,
      },
      time,
    );
    const chosen = at === 1 || random.chance(0.12) ? 1 : random.chance(0.02) ? 2 : 0;
    const { status, reason } = outcomes[at === 0 ? 0 : chosen];
    return {
      ...row,
      _id: at < 2 ? numbered('msg', at + 1) : row._id,
      rev: 2,
      createTime: time,
      updateTime: time + SENT_AFTER,
      content: rendered(event, messageFieldsOf(event), row.values)
        .map(({ key, text }) => `${key}：${text}`)
        .join('\n'),
      status,
      attempts: status === 'failed' ? 6 : 1,
      sentTime: status === 'sent' ? time + SENT_AFTER : null,
      reason,
    };
  });
  const time = now - 30 * HOUR;
  const values = { name: '备用账号一', reason: '密钥余额不足，已自动停用' };
  const { title, lines } = alertTexts.keyExhausted;
  const alerts = (['wecom', 'email'] as const).map(channel =>
    recordOf(messageEntity, {
      _id: `keyExhausted_demo_${channel}`,
      rev: 2,
      createTime: time,
      updateTime: time + 2_000,
      event: 'keyExhausted',
      channel,
      openid: '',
      values,
      content: [title, ...lines(values)].join('\n'),
      status: 'sent',
      attempts: 1,
      unanswered: 0,
      nextTime: time,
      sentTime: time + 2_000,
      path: 'api-keys',
    }),
  );
  return [...toUsers, ...alerts];
};
