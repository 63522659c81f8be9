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

/** What became of one try to send. */
export type Sending =
  | { kind: 'sent'; content: string }
  /** Never again by itself. */
  | { kind: 'unsubscribed' | 'failed' | 'skipped'; reason: string; content?: string }
  /** It did not go out and may later; `notBefore` where the service says when. */
  | { kind: 'later'; reason: string; notBefore?: number }
  /** It may have arrived. */
  | { kind: 'unanswered' };
