import CheckIcon from '@mui/icons-material/Check';
import ExpandIcon from '@mui/icons-material/ExpandMore';
import { Box, Button, Collapse } from '@mui/material';
import { useState } from 'react';
import { feedbackActions, feedbackStatuses } from '#contract/feedback.ts';
import { feedbackTopics } from '#contract/feedbackTopics.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { feedback } from '#i18n/zh/feedback.ts';
import { dayOf } from '../../../shared/time.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, ReasonInput } from '../../kit/action/ActionForm.tsx';
import { ActionButton, RunButton } from '../../kit/action/buttons.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { OneLine, Quiet, StatusField, StatusLabel, Time } from '../../kit/field/valueFields.tsx';
import { BulkReasonButton } from '../../kit/list/BulkReasonButton.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { ActionsColumn, DataTable, StatusColumn, TimeColumn } from '../../kit/list/DataTable.tsx';
import { List } from '../../kit/list/List.tsx';
import { DateRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { CardActions, CardHead } from '../../kit/list/RecordCard.tsx';
import { ReferenceFilter } from '../../kit/list/ReferenceFilter.tsx';
import { FeedbackDetails } from './FeedbackDetails.tsx';
import type { FeedbackRecord } from './FeedbackRecord.ts';
import { FeedbackUser } from './FeedbackUser.tsx';

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
        <ReferenceFilter
          source="userId"
          reference="users"
          name="nickName"
          sort={{ field: 'lastActiveTime', order: 'DESC' }}
        />
        <ReferenceFilter source="templateId" reference="templates" />
        <DateRangeFilter source="createTime" />
      </>
    }
    card={<FeedbackCard />}
  >
    <FeedbackTable />
  </List>
);

const Column = DataTable.Col<FeedbackRecord>;

/** A feedback has no page of its own: its row opens and shows all there is. */
const FeedbackTable = () => (
  <DataTable<FeedbackRecord>
    rowClick="expand"
    expand={<OpenFeedback />}
    isRowSelectable={({ status }) => status === 'open'}
    bulkActionButtons={<FeedbackBulkHandle />}
  >
    <StatusColumn source="topic" cellClassName="nowrap" choices={feedbackTopics} />
    <Column source="text" field={FeedbackText} />
    <Column source="userId" field={FeedbackUser} />
    <Column
      source="templateId"
      cellClassName="quiet"
      render={({ templateName }) => <OneLine text={templateName} width={140} />}
    />
    <Column source="status" cellClassName="nowrap" field={FeedbackStatus} />
    <TimeColumn source="createTime" sortByOrder="DESC" />
    <ActionsColumn field={FeedbackActs} />
  </DataTable>
);

const FeedbackText = () => <OneLine text={useRecord<FeedbackRecord>().text} width={280} />;

/** The state, and below it what was done, or by when it is to be answered. */
const FeedbackStatus = () => {
  const t = useTexts('resources.feedback');
  const { reply, status, answerBy } = useRecord<FeedbackRecord>();
  const now = useNow();
  return (
    <>
      <StatusField choices={feedbackStatuses} />
      {status === 'open' && answerBy !== null && (
        <Quiet tiny>
          {answerBy < now ? (
            <StatusLabel label={t('overdue')} tone="danger" />
          ) : (
            t('answerBy', { day: dayOf(answerBy) })
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

const OpenFeedback = () => (
  <Box sx={{ px: 2, pt: 1, pb: 2.5 }}>
    <FeedbackDetails />
  </Box>
);

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

/** A feedback on a phone. */
const FeedbackCard = () => {
  const t = useTexts('resources.feedback');
  const { topic, text, createTime } = useRecord<FeedbackRecord>();
  const [open, setOpen] = useState(false);
  return (
    <>
      <CardHead
        title={<StatusLabel {...feedbackTopics[topic]} />}
        status={<StatusField choices={feedbackStatuses} />}
      />
      {!open && (
        <Box
          sx={{
            mt: 0.5,
            display: '-webkit-box',
            WebkitBoxOrient: 'vertical',
            WebkitLineClamp: 2,
            overflow: 'hidden',
          }}
        >
          {text}
        </Box>
      )}
      <Collapse in={open} unmountOnExit>
        <Box sx={{ pt: 1 }}>
          <FeedbackDetails />
        </Box>
      </Collapse>
      <CardActions sx={{ mt: 1 }}>
        <Quiet small sx={{ flex: 1, minWidth: 0 }}>
          <Time instant={createTime} />
        </Quiet>
        <Button
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          endIcon={<ExpandIcon sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />}
        >
          {t('details')}
        </Button>
        <FeedbackActs />
      </CardActions>
    </>
  );
};

/** Handles a feedback, or opens it again. */
const FeedbackActs = () => {
  const t = useTexts('resources.feedback');
  const { invoke } = useDataProvider();
  const { id, rev, status } = useRecord<FeedbackRecord>();
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 1 }}>
      {status === 'open' ? (
        <ActionButton size="small" label={t('handle.action')} dialog={<FeedbackHandleDialog />} />
      ) : (
        <RunButton
          size="small"
          variant="text"
          label={t('reopen.action')}
          done={t('reopen.done')}
          run={() => invoke('adminFeedback', 'reopenFeedback', { id, rev })}
        />
      )}
    </Box>
  );
};

const FeedbackHandleDialog = () => {
  const { invoke } = useDataProvider();
  const { id, rev, reply } = useRecord<FeedbackRecord>();
  return (
    <ActionDialog texts="resources.feedback.handle">
      <ActionForm
        resource="feedback"
        fields={{ reply: feedbackActions.handleFeedback.input.shape.reply }}
        defaultValues={{ reply }}
        run={input => invoke('adminFeedback', 'handleFeedback', { id, rev, ...input })}
      >
        <ReasonInput source="reply" />
      </ActionForm>
    </ActionDialog>
  );
};
