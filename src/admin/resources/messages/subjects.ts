import type { MessageRecord } from './messageRecord.ts';

/** `orders/ord_1` → `orders`. */
export const resourceOf = (subject: string) => subject.split('/')[0] ?? '';

/** Refunds have no page of their own, their orders are named too; the recipient stands elsewhere. */
const withoutLink = ['refunds', 'users'];

/** The records that a message is about and that have a page: their addresses. */
export const aboutOf = ({ subjects }: Pick<MessageRecord, 'subjects'>) =>
  subjects.filter(subject => !withoutLink.includes(resourceOf(subject)));
