import { Box } from '@mui/material';
import { type Task } from '#contract/task.ts';
import { taskStatuses } from '#contract/taskStates.ts';
import { formatYuan } from '../../../shared/money.ts';
import { exactTime } from '../../../shared/time.ts';
import { type RecordOf, showPath, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { PageLink, Quiet, StatusField } from '../../kit/field/valueFields.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';
import { Show } from '../../kit/show/Show.tsx';
import { AuditTrail } from '../audit-logs/parts.ts';
import { RecordTimeline } from '../timeline/parts.ts';
import { imagesOfTask } from './imagesOfTask.ts';
import { refreshEvery } from './refreshEvery.ts';
import { TaskActions } from './TaskActions.tsx';
import { TaskDiagnosis } from './TaskDiagnosis.tsx';
import { TaskFacts } from './TaskFacts.tsx';
import { TaskMarks, TaskUserField } from './TaskFields.tsx';
import { TaskInputs } from './TaskInputs.tsx';
import { TaskPictures } from './TaskPictures.tsx';
import { useTaskSteps } from './useTaskSteps.ts';
import { useTaskUserStatus } from './useTaskUser.ts';

/** Everything about one task, as it stands at this moment. */
export const TaskShow = () => (
  <Show
    history={<AuditTrail />}
    refetchInterval={(task: Task) => refreshEvery([task])}
    header={<TaskHeader />}
    aside={<TaskAside />}
    asideLast
  >
    <TaskMain />
    <TaskTimeline />
    <TaskDiagnosis />
  </Show>
);

const TaskHeader = () => {
  const task = useRecord<RecordOf<Task>>();
  const userStatus = useTaskUserStatus();
  return (
    <RecordHeader
      status={
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
          <StatusField choices={taskStatuses} />
          <TaskMarks />
        </Box>
      }
      actions={<TaskActions task={task} userStatus={userStatus} />}
    />
  );
};

const TaskMain = () => {
  const t = useTexts('resources.tasks');
  const task = useRecord<RecordOf<Task>>();
  return (
    <Panel
      title={t('pictures')}
      action={
        <PageLink isOnlyWay to={imagesOfTask(task.id)}>
          {t('inLibrary')}
        </PageLink>
      }
    >
      <TaskPictures task={task} size={160} shown={8} />
      {task.removed.map(({ filePath, time, reason, userNote }) => (
        <Quiet key={filePath} small sx={{ mt: 1 }}>
          {t('removedAt', { time: exactTime(time), reason })}
          {userNote && t('removedNote', { userNote })}
        </Quiet>
      ))}
    </Panel>
  );
};

const TaskTimeline = () => {
  const task = useRecord<RecordOf<Task>>();
  return <RecordTimeline key={task.id} exact steps={useTaskSteps(task)} messages={!task.isTrial} />;
};

const TaskAside = () => {
  const t = useTexts('resources.tasks');
  const task = useRecord<RecordOf<Task>>();
  const { templateId, templateSnap, orderId = '', paidFen = 0 } = task;
  return (
    <>
      <Panel title={t('about')}>
        <FactList
          facts={[
            [
              t('fields.templateId'),
              templateId && (
                <PageLink to={`/templates/edit/${encodeURIComponent(templateId)}`}>
                  {templateSnap.name || templateId}
                </PageLink>
              ),
            ],
            [t('fields.userId'), <TaskUserField key="user" />],
            [
              t('fields.orderId'),
              orderId ? (
                <PageLink to={showPath('orders', orderId)}>{formatYuan(paidFen)}</PageLink>
              ) : undefined,
            ],
          ]}
        />
      </Panel>
      <Panel title={t('course')}>
        <TaskFacts task={task} />
      </Panel>
      <Panel title={t('inputs')}>
        <TaskInputs task={task} />
      </Panel>
    </>
  );
};
