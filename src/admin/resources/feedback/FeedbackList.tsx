import CheckIcon from '@mui/icons-material/Check';
import { Box, Chip } from '@mui/material';
import { useGetIdentity, useReference } from 'react-admin';
import { type Feedback, feedbackActions, feedbackStatuses } from '#contract/feedback.ts';
import { feedbackTopics } from '#contract/feedbackTopics.ts';
import type { Task } from '#contract/task.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { feedback } from '#i18n/zh/feedback.ts';
import { lastDay } from '../../../shared/time.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import {
  type RecordOf,
  useCreatePath,
  useDataProvider,
  useRecord,
  useTexts,
} from '../../kit/base/hooks.ts';
import { useNow } from '../../kit/base/useNow.ts';
import {
  OneLine,
  PageLink,
  Quiet,
  StatusField,
  StatusLabel,
  Time,
} from '../../kit/field/valueFields.tsx';
import { BulkReasonButton } from '../../kit/list/BulkReasonButton.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { ActionsColumn, DataTable, StatusColumn, TimeColumn } from '../../kit/list/DataTable.tsx';
import { List } from '../../kit/list/List.tsx';
import { DateRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { RecordCard } from '../../kit/list/RecordCard.tsx';
import { ReferenceFilter } from '../../kit/list/ReferenceFilter.tsx';
import { isText, useFilter } from '../../kit/list/useFilter.ts';
import { TaskPictures } from '../tasks/parts.ts';
import { UserFilter, UserName } from '../user-link/parts.ts';
import { FeedbackActs } from './FeedbackActs.tsx';

addTexts({ feedback });

/** Complaints and wishes of all users. */
export const FeedbackList = () => (
  <List
    withCounts
    searchable
    statuses={feedbackStatuses}
    filters={
      <>
        <ChoiceFilter source="topic" choices={feedbackTopics} />
        <MineFilter source="ownerId" />
        <DateRangeFilter source="createTime" />
        <UserFilter source="userId" />
        <ReferenceFilter source="templateId" reference="templates" />
      </>
    }
    card={<FeedbackCard />}
  >
    <FeedbackTable />
  </List>
);

/** Those that the administrator has taken on. */
const MineFilter = ({ source }: { source: string }) => {
  const t = useTexts('resources.feedback');
  const { identity } = useGetIdentity();
  const [ownerId, setOwnerId] = useFilter(source, isText);
  return (
    <Chip
      label={t('mine')}
      variant={ownerId ? 'filled' : 'outlined'}
      sx={{ alignSelf: 'center' }}
      onClick={() => setOwnerId(ownerId ? undefined : String(identity?.id))}
    />
  );
};

const Column = DataTable.Col<Feedback>;

const FeedbackTable = () => (
  <DataTable<Feedback>
    rowClick="show"
    isRowSelectable={({ status }) => status === 'open'}
    bulkActionButtons={<FeedbackBulkHandle />}
  >
    <StatusColumn source="topic" cellClassName="nowrap" choices={feedbackTopics} />
    <Column source="text" field={FeedbackText} />
    <Column source="userId" render={({ userId }) => <UserName id={userId} />} />
    <Column
      source="templateId"
      cellClassName="quiet"
      render={({ templateName }) => <OneLine text={templateName} width={140} />}
    />
    <Column source="status" field={FeedbackStatus} />
    <Column source="ownerName" cellClassName="quiet" render={({ ownerName }) => ownerName} />
    <TimeColumn source="createTime" sortByOrder="DESC" />
    <ActionsColumn field={FeedbackActs} />
  </DataTable>
);

/** A link, so that a keyboard can open the row too. */
const FeedbackText = () => {
  const { id, text } = useRecord<Feedback>();
  const to = useCreatePath()({ resource: 'feedback', type: 'show', id });
  return (
    <PageLink to={to} sx={{ color: 'text.primary' }}>
      <OneLine text={text} width={280} />
    </PageLink>
  );
};

/** The state, and below it what was done, or by when it is to be accepted or answered. */
const FeedbackStatus = () => {
  const t = useTexts('resources.feedback');
  const { reply, status, acceptBy, acceptedTime, answerBy } = useRecord<Feedback>();
  const now = useNow();
  const waits = acceptedTime === null && acceptBy !== null;
  const by = waits ? acceptBy : answerBy;
  return (
    <>
      <StatusField choices={feedbackStatuses} />
      {status === 'open' && by !== null && (
        <Quiet tiny>
          {by < now ? (
            <StatusLabel label={t(waits ? 'notAccepted' : 'overdue')} tone="danger" />
          ) : (
            t(waits ? 'acceptBy' : 'answerBy', { day: lastDay(by) })
          )}
        </Quiet>
      )}
      {status === 'handled' && reply && (
        <Quiet tiny>
          <OneLine text={reply} width={160} />
        </Quiet>
      )}
    </>
  );
};

const { reply } = feedbackActions.handleFeedback.input.shape;

const FeedbackBulkHandle = () => {
  const t = useTexts('resources.feedback');
  const { invoke } = useDataProvider();
  return (
    <BulkReasonButton
      label={t('handle.action')}
      icon={<CheckIcon />}
      title={count => t('bulk.title', { count })}
      facts={t('bulk.facts')}
      reasonLabel={t('fields.reply')}
      rule={reply}
      run={(id, text) => invoke('adminFeedback', 'handleFeedback', { id, reply: text })}
    />
  );
};

/** A feedback on a phone: what it says, of whom, about which template and picture. */
const FeedbackCard = () => {
  const { userId, templateName, createTime } = useRecord<Feedback>();
  return (
    <RecordCard
      title={
        <>
          <FeedbackText />
          <Quiet small sx={{ my: 0.5 }}>
            {useCan()('users.read') && (
              <>
                <UserName id={userId} /> ·{' '}
              </>
            )}
            {templateName && `${templateName} · `}
            <Time instant={createTime} />
          </Quiet>
          <FeedbackPictures />
        </>
      }
      status={<FeedbackStatus />}
      facts={<StatusField source="topic" choices={feedbackTopics} />}
      actions={<FeedbackActs />}
    />
  );
};

/** The picture that it is about; those of a list come with one call. */
const FeedbackPictures = () => {
  const { taskId } = useRecord<Feedback>();
  const { referenceRecord: task, isLoading } = useReference<RecordOf<Task>>({
    reference: 'tasks',
    id: taskId,
    options: { enabled: useCan()('tasks.read') && taskId !== '', staleTime: 30_000 },
  });
  if (isLoading) return <Box sx={{ height: 44 }} />;
  return task ? <TaskPictures task={task} size={44} shown={1} /> : null;
};
