import { Box } from '@mui/material';
import { messageStatuses } from '#contract/message.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { OneLine, Quiet, SmallChip, StatusLabel } from '../../kit/field/valueFields.tsx';
import type { MessageRecord } from './messageRecord.ts';
import { clock } from './useSending.ts';

const MINUTE = 60_000;

/** A state in words, and below it why it was not sent, or when it will be. */
const useMessageState = (message: MessageRecord) => {
  const t = useTexts('resources.messages.state');
  const now = useNow();
  const { status, isUnsure, reason, attempts, nextTime } = message;
  const choice = messageStatuses[status];
  const label = status === 'sent' && isUnsure ? t('unsure') : choice.label;
  const time = clock(nextTime, now);
  const note = () => {
    if (status === 'sent') return '';
    if (status !== 'waiting') return reason;
    if (reason) return t('again', { reason, time });
    // Before the first try it waits for the end of the quiet hours.
    return attempts === 0 && nextTime > now + MINUTE ? t('later', { time }) : '';
  };
  return { ...choice, label, note: note() };
};

export interface MessageStateProps {
  message: MessageRecord;
  /** CSS pixels at most, in a table: what stands below is cut there. */
  width?: number;
}

export const MessageState = ({ message, width }: MessageStateProps) => {
  const { note, label, tone } = useMessageState(message);
  return (
    <Box>
      <StatusLabel label={label} tone={tone} />
      {note && (
        <Quiet tiny sx={{ overflowWrap: 'anywhere' }}>
          {width ? <OneLine text={note} width={width} /> : note}
        </Quiet>
      )}
    </Box>
  );
};

const colours = {
  neutral: 'default',
  info: 'info',
  success: 'success',
  warning: 'warning',
  danger: 'error',
} as const;

/** The state beside what the message is about. */
export const MessageChip = ({ message }: { message: MessageRecord }) => {
  const { note, label, tone } = useMessageState(message);
  return (
    <SmallChip
      label={label}
      color={colours[tone]}
      variant="outlined"
      {...(note && { title: note })}
    />
  );
};
