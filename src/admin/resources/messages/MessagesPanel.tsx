import { Box, Skeleton } from '@mui/material';
import { useResourceContext } from 'react-admin';
import { messageChannels } from '#contract/message.ts';
import { isWechatOpenid } from '#contract/openid.ts';
import { ActionButton } from '../../kit/action/buttons.tsx';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { useRereadOn } from '../../kit/base/useRereadOn.ts';
import { PageLink, Quiet, Time } from '../../kit/field/valueFields.tsx';
import { Panel } from '../../kit/show/Panel.tsx';
import { eventLabel, isToUser, type MessageRecord, summaryOf } from './messageRecord.ts';
import { MessageState } from './MessageState.tsx';
import { ResendButton } from './ResendButton.tsx';
import { SendMessageDialog } from './SendMessageDialog.tsx';
import { useMessagesAbout } from './useMessagesAbout.ts';

const SHOWN = 5;

interface MessagedRecord {
  id: string;
  rev: number;
  openid: string;
}

/** What the user of the page's record was told about it, with what support may still tell. */
export const MessagesPanel = () => {
  const t = useTexts('resources.messages');
  const resource = useResourceContext() ?? '';
  const { id, rev, openid } = useRecord<MessagedRecord>();
  const subject = `${resource}/${id}`;
  const {
    data,
    total = 0,
    error,
    refetch,
  } = useMessagesAbout({ subjects: [subject], count: SHOWN });
  // What happens to a record is what messages are about.
  useRereadOn(rev, refetch);
  const hasWeChat = isWechatOpenid(openid);
  return (
    <Panel
      title={t('panel.title')}
      action={
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
          {total > SHOWN && (
            <PageLink
              to={listPath('messages', { subjects: subject })}
              sx={{ fontSize: '0.8125rem' }}
            >
              {t('panel.all', { count: total })}
            </PageLink>
          )}
          {hasWeChat && (
            <ActionButton
              size="small"
              label={t('service.action')}
              dialog={<SendMessageDialog subject={subject} />}
            />
          )}
        </Box>
      }
    >
      {error && !data ? (
        <LoadFailure text={(error as Error).message} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={40} />
      ) : data.length === 0 ? (
        <Quiet small>{t(`panel.${hasWeChat ? 'empty' : 'noWeChat'}`)}</Quiet>
      ) : (
        <PlainList aria-live="polite" sx={{ display: 'grid', gap: 1.5, fontSize: '0.8125rem' }}>
          {data.map(message => (
            <Entry key={message.id} message={message} />
          ))}
        </PlainList>
      )}
    </Panel>
  );
};

const Entry = ({ message }: { message: MessageRecord }) => {
  const { event, channel, sentTime, createTime, operator } = message;
  return (
    <Box component="li">
      <Box sx={{ display: 'flex', alignItems: 'baseline', columnGap: 1, flexWrap: 'wrap' }}>
        <Box component="span" sx={{ fontWeight: 500 }}>
          {eventLabel(event)}
        </Box>
        {!isToUser(event) && <Quiet component="span">{messageChannels[channel].label}</Quiet>}
        <Quiet tiny sx={{ ml: 'auto' }}>
          {operator && `${operator} · `}
          <Time instant={sentTime ?? createTime} />
        </Quiet>
      </Box>
      <Quiet sx={{ overflowWrap: 'anywhere', my: 0.25 }}>{summaryOf(message)}</Quiet>
      <Box sx={{ display: 'flex', alignItems: 'start', justifyContent: 'space-between', gap: 1 }}>
        <MessageState message={message} />
        <ResendButton message={message} />
      </Box>
    </Box>
  );
};
