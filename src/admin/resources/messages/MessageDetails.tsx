import { Box } from '@mui/material';
import { exactTime } from '../../../shared/time.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { SideBySide } from '../../kit/base/SideBySide.tsx';
import { FactList } from '../../kit/show/Panel.tsx';
import { linesOf, type MessageRecord } from './messageRecord.ts';

/** All parts of a message, and when it was tried and sent. */
export const MessageDetails = ({ message }: { message: MessageRecord }) => {
  const t = useTexts('resources.messages');
  const { content, createTime, sentTime, attempts, operator, reason } = message;
  return (
    <SideBySide columns={{ md: 'repeat(2, minmax(0, 1fr))' }}>
      <Box>
        <Box sx={{ fontWeight: 500, mb: 1 }}>{t(content ? 'details.sent' : 'details.preview')}</Box>
        {linesOf(message).map(({ name, text }) => (
          <Box key={`${name} ${text}`} sx={{ overflowWrap: 'anywhere' }}>
            {name && `${name}：`}
            {text}
          </Box>
        ))}
      </Box>
      <FactList
        facts={[
          [t('fields.createTime'), exactTime(createTime)],
          [t('fields.sentTime'), sentTime ? exactTime(sentTime) : null],
          [t('fields.attempts'), attempts],
          [t('fields.reason'), reason || undefined],
          [t('fields.operator'), operator || undefined],
        ]}
      />
    </SideBySide>
  );
};
