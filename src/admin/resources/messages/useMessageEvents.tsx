import { Box } from '@mui/material';
import { useRecordContext, useResourceContext } from 'react-admin';
import { messageChannels } from '#contract/message.ts';
import { useRereadOn } from '../../kit/base/hooks.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import type { TimelineEvent } from '../../kit/show/Timeline.tsx';
import { eventLabel, type MessageRecord, summaryOf } from './messageRecord.ts';
import { MessageState } from './MessageState.tsx';
import { ResendButton } from './ResendButton.tsx';
import { useMessagesAbout } from './useMessagesAbout.ts';

/** The messages to the user about the surrounding record, the newest first, and where all are listed. */
export const useMessageEvents = (count: number) => {
  const resource = useResourceContext() ?? '';
  const record = useRecordContext();
  const subject = `${resource}/${record?.id}`;
  const {
    data,
    total = 0,
    error,
    refetch,
  } = useMessagesAbout({ subjects: count > 0 ? [subject] : [], count });
  // What happens to a record is what messages are about.
  useRereadOn(Number(record?.['rev'] ?? 0), () => count > 0 && refetch());
  return {
    events: data?.map((message): TimelineEvent => ({
      time: message.sentTime ?? message.createTime,
      title: <MessageTitle message={message} />,
      by: message.operator,
      note: <MessageNote message={message} />,
    })),
    total,
    all: listPath('messages', { subjects: subject }),
    error: data ? null : (error as Error | null),
    refetch: () => void refetch(),
  };
};

const MessageTitle = ({ message: { event, channel } }: { message: MessageRecord }) => (
  <>
    {eventLabel(event)}
    <Quiet component="span" sx={{ ml: 1 }}>
      {messageChannels[channel].label}
    </Quiet>
  </>
);

const MessageNote = ({ message }: { message: MessageRecord }) => (
  <>
    {summaryOf(message)}
    <Box sx={{ display: 'flex', alignItems: 'start', justifyContent: 'space-between', gap: 1 }}>
      <MessageState message={message} />
      <ResendButton message={message} />
    </Box>
  </>
);
