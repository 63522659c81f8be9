import { MessageChip } from './MessageState.tsx';
import { useMessagesAbout } from './useMessagesAbout.ts';

export interface RefundMessageProps {
  id: string;
  /** The refunds of the page that have succeeded: only these cause messages. Those come with one call. */
  among: readonly string[];
}

/** Whether the user got a message that the money has arrived; nothing where no message belongs to the refund. */
export const RefundMessage = ({ id, among }: RefundMessageProps) => {
  const about = {
    subjects: among.map(subjectOf),
    event: 'refundDone',
    count: among.length,
  } as const;
  const { data = [] } = useMessagesAbout(about);
  const message = data.find(({ subjects }) => subjects.includes(subjectOf(id)));
  return message ? <MessageChip message={message} /> : null;
};

const subjectOf = (id: string) => `refunds/${id}`;
