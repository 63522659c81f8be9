import { Box } from '@mui/material';
import { DAY_MS } from '#contract/shanghai.ts';
import { STARS, type Task, taskErrorChoices } from '#contract/task.ts';
import { taskStatuses } from '#contract/taskStates.ts';
import { templateEngines } from '#contract/template.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { tasks } from '#i18n/zh/tasks.ts';
import { costText } from '../../../shared/costText.ts';
import { formatCount, formatTotal } from '../../../shared/count.ts';
import { dayOf, dayStart } from '../../../shared/time.ts';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { ChoiceFilter, FlagFilter } from '../../kit/list/ChoiceFilter.tsx';
import { DataTable, TimeColumn } from '../../kit/list/DataTable.tsx';
import { List, ListActions } from '../../kit/list/List.tsx';
import { ListFigures } from '../../kit/list/ListFigures.tsx';
import { DateRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { ReferenceFilter } from '../../kit/list/ReferenceFilter.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { CompensateTasksButton } from '../compensations/parts.ts';
import { UserFilter } from '../user-link/parts.ts';
import { mayCancel, mayRefund, mayResolve, mayRetry } from './legalTaskActs.ts';
import { OwnedTask } from './OwnedTask.tsx';
import { refreshEvery } from './refreshEvery.ts';
import { TaskBulkActions } from './TaskBulkActions.tsx';
import { TaskDetails } from './TaskDetails.tsx';
import {
  TaskCreditsField,
  TaskKeyField,
  TaskNameField,
  TaskPicturesField,
  TaskSecondsField,
  TaskStatusField,
  TaskUserField,
} from './TaskFields.tsx';
import { activeTasks, failedTasks } from './TaskStatusFilter.tsx';
import { useTaskUserStatus } from './useTaskUser.ts';

addTexts({ tasks });

const NEWEST = { field: 'createTime', order: 'DESC' } as const;

/** All generation tasks of all users. */
export const TaskList = () => {
  const t = useTexts('resources.tasks');
  return (
    <List
      withCounts
      refetchInterval={refreshEvery}
      tabs={
        <StatusTabs
          choices={{
            active: { label: t('groups.active'), states: activeTasks },
            succeeded: taskStatuses.succeeded,
            failed: { label: t('groups.failed'), states: failedTasks },
            cancelled: taskStatuses.cancelled,
          }}
        />
      }
      searchable
      filters={
        <>
          <DateRangeFilter source="createTime" />
          <ReferenceFilter source="templateId" reference="templates" />
          <UserFilter source="userId" />
          <ReferenceFilter source="apiKeyId" reference="api-keys" sort={NEWEST} whole />
          <ChoiceFilter source="errorCode" choices={taskErrorChoices} />
          <ChoiceFilter
            source="rating"
            choices={Object.fromEntries(
              STARS.map(count => [count, { label: t('stars', { count }) }]),
            )}
            parse={Number}
          />
          <FlagFilter source="isTrial" yes="marks.trial" />
          <FlagFilter source="maybeCharged" yes="marks.maybeCharged" />
          <FlagFilter source="inReview" yes="marks.inReview" />
        </>
      }
      actions={
        <ListActions>
          <CompensateTasksButton />
        </ListActions>
      }
      above={<TaskFigures />}
      card={<OwnedTask />}
    >
      <TaskTable />
    </List>
  );
};

const Column = DataTable.Col<Task>;

/** A row opens and shows all there is, as its task's page does. */
const TaskTable = () => (
  <DataTable<Task>
    rowClick="expand"
    expand={<OpenTask />}
    isRowSelectable={task =>
      mayCancel(task) || mayRetry(task) || mayRefund(task) || mayResolve(task)
    }
    bulkActionButtons={<TaskBulkActions />}
    hiddenColumns={['engine', 'attempts', 'rating', 'finishTime']}
  >
    <Column source="outputs" field={TaskPicturesField} />
    <Column source="taskNo" label="resources.tasks.name" field={TaskNameField} />
    <Column source="userId" field={TaskUserField} />
    <Column source="status" field={TaskStatusField} />
    <Column source="apiKeyId" cellClassName="quiet" field={TaskKeyField} />
    <Column source="costCredits" align="right" field={TaskCreditsField} />
    <Column source="costSec" align="right" field={TaskSecondsField} />
    <Column
      source="engine"
      cellClassName="nowrap"
      render={({ templateSnap }) => templateEngines[templateSnap.engine].label}
    />
    <Column source="attempts" align="right" />
    <Column source="rating" align="right" sortByOrder="DESC" />
    <TimeColumn source="createTime" sortByOrder="DESC" />
    <TimeColumn source="finishTime" />
  </DataTable>
);

const OpenTask = () => {
  const task = useRecord<Task>();
  const userStatus = useTaskUserStatus();
  return (
    <Box sx={{ px: 2, pt: 1, pb: 2.5 }}>
      <TaskDetails task={task} userStatus={userStatus} />
    </Box>
  );
};

const MOST_REASONS = 3;

/** The queue, today's tasks and what they cost, and why tasks have failed lately. */
const TaskFigures = () => {
  const { invoke } = useDataProvider();
  const t = useTexts('resources.tasks.figures');
  const from = dayStart(dayOf(useNow()));
  return (
    <ListFigures
      label={t('label')}
      queryKey={['adminTask', 'getTaskStats']}
      read={options => invoke('adminTask', 'getTaskStats', {}, options)}
      figures={({ waiting, working, inReview, today, coinPriceFen, medianSec, errors }) => [
        {
          label: t('waiting'),
          value: formatTotal(waiting),
          to: listPath('tasks', { status: 'queued' }),
        },
        {
          label: t('working'),
          value: formatTotal(working),
          to: listPath('tasks', { status: ['checking', 'submitting', 'running', 'saving'] }),
        },
        {
          label: t('inReview'),
          value: formatTotal(inReview),
          to: listPath('tasks', { inReview: true }),
          warn: inReview > 0,
        },
        {
          label: t('today'),
          value: formatCount(today.total),
          to: listPath('tasks', { createTime: { from } }),
        },
        {
          label: t('failedToday'),
          value: formatCount(today.failed),
          to: listPath('tasks', { status: failedTasks, createTime: { from } }),
          warn: today.failed > 0,
        },
        ...(medianSec === null
          ? []
          : [{ label: t('median'), value: t('seconds', { count: Math.round(medianSec) }) }]),
        {
          label: t('cost'),
          value:
            costText(today.coins, coinPriceFen) || t('coins', { count: formatCount(today.coins) }),
        },
        ...errors.slice(0, MOST_REASONS).map(({ errorCode, count: times }) => ({
          label: t('lately', { reason: taskErrorChoices[errorCode]?.label ?? errorCode }),
          value: t('times', { count: formatCount(times) }),
          to: listPath('tasks', { errorCode, createTime: { from: from - 6 * DAY_MS } }),
        })),
      ]}
    />
  );
};
