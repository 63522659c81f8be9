import type { AlertEventName } from '#contract/messageEvents.ts';
import { alertTexts } from '#contract/sentences/messages.ts';
import { environment } from '../base/environment.ts';
import type { StoredMessage } from './messages.ts';

export interface AlertText {
  title: string;
  text: string;
}

/** What an alert says, with the address of the page where it is looked into. */
export const alertText = ({
  event,
  values,
  path,
}: Pick<StoredMessage, 'event' | 'values' | 'path'>): AlertText => {
  const { title, lines } = alertTexts[event as AlertEventName];
  const address =
    environment.SITE_URL && `${environment.SITE_URL.replace(/\/$/, '')}/admin/${path}`;
  return { title, text: [...lines(values), address].filter(Boolean).join('\n') };
};
