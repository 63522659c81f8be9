import { type Message, messageEntity } from '#contract/message.ts';
import {
  type AlertEventName,
  alertEvents,
  type UserEventName,
  userEvents,
} from '#contract/messageEvents.ts';
import { alertTexts } from '#contract/sentences/messages.ts';
import { mayMove } from '#contract/states.ts';
import type { RecordOf } from '../../kit/base/hooks.ts';

export type MessageRecord = RecordOf<Message>;

export const isToUser = (event: Message['event']): event is UserEventName =>
  Object.hasOwn(userEvents, event);

export const eventChoices: Record<string, { label: string }> = { ...userEvents, ...alertEvents };
export const eventLabel = (event: Message['event']) => eventChoices[event]?.label ?? event;

/** A part of a text: its name where it has one, and what it says. */
export interface MessageLine {
  name: string;
  text: string;
}

/** `thing1：国风写真`, as stored. */
const lineOf = (stored: string): MessageLine => {
  const [name = '', ...text] = stored.split('：');
  return text.length > 0 ? { name, text: text.join('：') } : { name: '', text: stored };
};

const alertLines = (event: AlertEventName, values: Message['values']) => {
  const { title, lines } = alertTexts[event];
  return [title, ...lines(values)];
};

/** What was sent, or, while nothing was, what the message will say. */
export const linesOf = ({ event, content, values }: MessageRecord): MessageLine[] => {
  if (content) return content.split('\n').map(lineOf);
  if (!isToUser(event)) return alertLines(event, values).map(lineOf);
  return Object.entries<{ name: string }>(userEvents[event].values)
    .filter(([key]) => values[key])
    .map(([key, { name }]) => ({ name, text: values[key] ?? '' }));
};

/** In one line, without the names of fields. */
export const summaryOf = (message: MessageRecord) =>
  linesOf(message)
    .map(({ text }) => text)
    .join(' · ');

export const mayResend = ({ status }: MessageRecord) =>
  mayMove(messageEntity.transitions, status, 'waiting');
