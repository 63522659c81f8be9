import type { Message } from '#contract/message.ts';
import { repository, type Stored } from '../base/repository.ts';

export interface StoredMessage extends Stored, Omit<Message, keyof Stored> {
  /** The recipient's openid, for messages to users. */
  openid: string;
  /** The path below the address of the application that an alert leads to. */
  path: string;
  /** Tries that were not answered: each may have arrived. */
  unanswered: number;
}

export const messages = repository<StoredMessage>('messages');
