import SendIcon from '@mui/icons-material/SendOutlined';
import { Box, Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import { type Message, messageChannels, messageStatuses } from '#contract/message.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { messages } from '#i18n/zh/messages.ts';
import { exactTime } from '../../../shared/time.ts';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { SideBySide } from '../../kit/base/SideBySide.tsx';
import { None, OneLine, PageLink, Quiet, Time } from '../../kit/field/valueFields.tsx';
import { BulkActionButton } from '../../kit/list/BulkActionButton.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { ActionsColumn, DataTable, TimeColumn } from '../../kit/list/DataTable.tsx';
import { List } from '../../kit/list/List.tsx';
import { DateRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { CardActions, CardHead } from '../../kit/list/RecordCard.tsx';
import { isText, useFilter } from '../../kit/list/useFilter.ts';
import { FactList } from '../../kit/show/Panel.tsx';
import { UserName } from '../user-link/parts.ts';
import {
  eventChoices,
  eventLabel,
  isToUser,
  linesOf,
  mayResend,
  type MessageRecord,
  summaryOf,
} from './messageRecord.ts';
import { MessageState } from './MessageState.tsx';
import { refreshEvery } from './refreshEvery.ts';
import { ResendButton } from './ResendButton.tsx';

addTexts({ messages });

/** All messages to users and administrators, sent or not. */
export const MessageList = () => (
  <List
    withCounts
    statuses={messageStatuses}
    refetchInterval={refreshEvery}
    filters={
      <>
        <ChoiceFilter source="event" choices={eventChoices} />
        <ChoiceFilter source="channel" choices={messageChannels} />
        <DateRangeFilter source="createTime" />
        <SubjectFilter />
      </>
    }
    card={<MessageCard />}
  >
    <DataTable<Message>
      rowClick="expand"
      expand={<OpenMessage />}
      isRowSelectable={mayResend}
      bulkActionButtons={<BulkResend />}
    >
      <Column source="event" cellClassName="nowrap" field={MessageEvent} />
      <Column source="userId" field={MessageRecipient} />
      <Column source="subjects" cellClassName="nowrap" field={MessageSubjects} />
      <Column
        source="content"
        cellClassName="quiet"
        render={message => <OneLine text={summaryOf(message)} width={208} />}
      />
      <Column source="status" field={MessageStatus} />
      <Column source="attempts" align="right" />
      <TimeColumn source="createTime" sortByOrder="DESC" />
      <TimeColumn source="sentTime" />
      <ActionsColumn field={Resend} />
    </DataTable>
  </List>
);

/** A record is not chosen here: its page leads to its messages. */
const SubjectFilter = () => {
  const translate = useTranslate();
  const [subject, setSubject] = useFilter('subjects', isText);
  if (!subject) return null;
  return (
    <Chip
      label={translate('resources.messages.about', {
        name: translate(`resources.${resourceOf(subject)}.name`),
      })}
      onDelete={() => setSubject(undefined)}
      sx={{ alignSelf: 'center', borderRadius: 1 }}
    />
  );
};

const Column = DataTable.Col<Message>;

const MessageEvent = () => {
  const { event, channel } = useRecord<Message>();
  return (
    <>
      <Box>{eventLabel(event)}</Box>
      <Quiet tiny>{messageChannels[channel].label}</Quiet>
    </>
  );
};

/** The user, or administrators, who have no page. */
const MessageRecipient = () => {
  const t = useTexts('resources.messages.recipients');
  const { event, channel, userId } = useRecord<Message>();
  if (isToUser(event)) return <UserName id={userId} />;
  return <Quiet component="span">{t(channel)}</Quiet>;
};

const MessageSubjects = () => {
  const translate = useTranslate();
  const about = aboutOf(useRecord<Message>());
  if (about.length === 0) return <None />;
  return about.map(subject => (
    <Box key={subject}>
      <PageLink to={`/${subject}`}>{translate(`resources.${resourceOf(subject)}.name`)}</PageLink>
    </Box>
  ));
};

const MessageStatus = () => <MessageState message={useRecord<Message>()} width={152} />;

const Resend = () => <ResendButton message={useRecord<Message>()} />;

const OpenMessage = () => (
  <Box sx={{ px: 2, pt: 1, pb: 2.5 }}>
    <MessageDetails message={useRecord<Message>()} />
  </Box>
);

const BulkResend = () => {
  const t = useTexts('resources.messages.resend');
  const { invoke } = useDataProvider();
  return (
    <BulkActionButton
      label={t('action')}
      icon={<SendIcon />}
      title={count => t('many', { count })}
      actOn={({ id }) => invoke('adminMessage', 'resendMessage', { id: String(id) })}
    >
      {t('manyFacts')}
    </BulkActionButton>
  );
};

/** A message on a phone. */
const MessageCard = () => {
  const message = useRecord<Message>();
  return (
    <>
      <CardHead
        title={<MessageEvent />}
        status={
          <Box sx={{ maxWidth: 176 }}>
            <MessageState message={message} />
          </Box>
        }
      />
      <Box sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>{summaryOf(message)}</Box>
      <CardActions sx={{ mt: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0, fontSize: '0.8125rem' }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
            <MessageRecipient />
            <MessageSubjects />
          </Box>
          <Quiet>
            <Time instant={message.createTime} />
          </Quiet>
        </Box>
        <ResendButton message={message} />
      </CardActions>
    </>
  );
};

/** `orders/ord_1` → `orders`. */
const resourceOf = (subject: string) => subject.split('/')[0] ?? '';

/** Refunds have no page of their own, their orders are named too; the recipient stands elsewhere. */
const withoutLink = ['refunds', 'users'];

/** The records that a message is about and that have a page: their addresses. */
const aboutOf = ({ subjects }: Pick<MessageRecord, 'subjects'>) =>
  subjects.filter(subject => !withoutLink.includes(resourceOf(subject)));

/** All parts of a message, and when it was tried and sent. */
const MessageDetails = ({ message }: { message: MessageRecord }) => {
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
