import { messageEntity } from '#contract/message.ts';
import {
  alertChannels,
  type AlertEventName,
  messageTime,
  type UserEventName,
  type UserEventValues,
} from '#contract/messageEvents.ts';
import type { Transaction } from '../base/transaction.ts';
import { isWechatOpenid } from '../users/visitorUser.ts';
import type { StoredMessage } from './messages.ts';

/**
 * Messages are written in the transaction of the change they announce and sent by a job (`run.ts`): nothing is
 * announced that did not happen, and nothing that happened is forgotten. Whether one is wanted is decided when it is
 * sent.
 */
const unsent = () => ({
  ...messageEntity.blank(),
  openid: '',
  status: 'waiting' as const,
  unanswered: 0,
  path: '',
});

interface UserMessage<E extends UserEventName> {
  event: E;
  /** What makes it unique, e.g. the order's id: the same happens to it once. */
  key: string;
  user: { _id: string; openid: string };
  /** `orders/ord_1`. */
  subjects: string[];
  /** Without the time, which is that of the transaction. */
  values: Omit<UserEventValues<E>, 'time'>;
  operator?: string;
}

/** The record of a message to a user. */
export const userMessageRow = <E extends UserEventName>(
  { event, key, user, subjects, values, operator = '' }: UserMessage<E>,
  now: number,
): Omit<StoredMessage, 'rev' | 'createTime' | 'updateTime'> => ({
  ...unsent(),
  _id: `${event}_${key}`,
  event,
  channel: 'subscribe',
  userId: user._id,
  openid: user.openid,
  subjects: [...subjects, `users/${user._id}`],
  values: { ...values, time: messageTime(now) },
  nextTime: now,
  operator,
});

/** Notifies a user of the mini-program; others have no WeChat that a message could reach. */
export const notifyUser = async <E extends UserEventName>(
  transaction: Transaction,
  message: UserMessage<E>,
): Promise<void> => {
  if (!isWechatOpenid(message.user.openid)) return;
  transaction.due('messages');
  await transaction.insert('messages', userMessageRow(message, transaction.now));
};

export interface Alert {
  event: AlertEventName;
  /** Repeated alerts with the same key are left out. */
  key: string;
  /** No other has this key. */
  isUnique?: true;
  subjects?: string[];
  values: Record<string, string>;
  /** Where it is looked into: `orders/ord_1`. */
  path: string;
}

/** Alerts administrators, in the team chat and by e-mail: a message for each. */
export const alertAdmins = async (
  transaction: Transaction,
  { event, key, isUnique, subjects = [], values, path }: Alert,
): Promise<void> => {
  for (const channel of alertChannels) {
    const _id = `${event}_${key}_${channel}`;
    if (!isUnique && (await transaction.get('messages', _id))) continue;
    transaction.due('messages');
    await transaction.insert('messages', {
      ...unsent(),
      _id,
      event,
      channel,
      subjects,
      values,
      path,
      nextTime: transaction.now,
    });
  }
};
