import { cutText } from '#contract/cut.ts';
import type { AlertEventName } from '#contract/messageEvents.ts';
import { alertTexts } from '#contract/sentences/messages.ts';
import { environment } from '../base/environment.ts';
import type { StoredMessage } from './messages.ts';

export interface AlertText {
  title: string;
  text: string;
}

/** So that none crowds out the address: the team chat takes 2,048 bytes of all. */
const MOST_OF_VALUE = 100;

/** What an alert says, with the address of the page where it is looked into. */
export const alertText = ({
  event,
  values,
  path,
}: Pick<StoredMessage, 'event' | 'values' | 'path'>): AlertText => {
  const { title, lines } = alertTexts[event as AlertEventName];
  const short = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, cutText(value, MOST_OF_VALUE)]),
  );
  const address =
    environment.SITE_URL && `${environment.SITE_URL.replace(/\/$/, '')}/admin/${path}`;
  return { title, text: [...lines(short), address].filter(Boolean).join('\n') };
};
