import { Box, Button, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Task } from '#contract/task.ts';
import { taskStatuses } from '#contract/taskStates.ts';
import { formatYuan } from '../../../shared/money.ts';
import { exactTime } from '../../../shared/time.ts';
import { useCreatePath, useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { PageLink, Quiet, StatusField } from '../../kit/field/valueFields.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';
import { Show } from '../../kit/show/Show.tsx';
import { AuditTrail } from '../audit-logs/parts.ts';
import { RecordTimeline } from '../timeline/parts.ts';
import { ClaimButton } from '../todo/parts.ts';
import { refreshEvery } from './refreshEvery.ts';
import { TaskActions } from './TaskActions.tsx';
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
    waits={({ inReview }: Task) => inReview}
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
  const task = useRecord<Task>();
  const userStatus = useTaskUserStatus();
  return (
    <RecordHeader
      status={
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
          <StatusField choices={taskStatuses} />
          <TaskMarks />
        </Box>
      }
      actions={
        <>
          <ClaimButton />
          <TaskActions task={task} userStatus={userStatus} />
        </>
      }
    />
  );
};

const TaskMain = () => {
  const t = useTexts('resources.tasks');
  const task = useRecord<Task>();
  return (
    <Panel
      title={t('pictures')}
      action={
        <PageLink isOnlyWay to={listPath('images', { taskId: task.id })}>
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
  const task = useRecord<Task>();
  return <RecordTimeline key={task.id} exact steps={useTaskSteps(task)} messages={!task.isTrial} />;
};

const TaskAside = () => {
  const createPath = useCreatePath();
  const t = useTexts('resources.tasks');
  const task = useRecord<Task>();
  const { templateId, templateSnap, orderId = '', paidFen = 0 } = task;
  return (
    <>
      <Panel title={t('about')}>
        <FactList
          facts={[
            [
              t('fields.templateId'),
              templateId && (
                <PageLink to={createPath({ resource: 'templates', type: 'edit', id: templateId })}>
                  {templateSnap.name || templateId}
                </PageLink>
              ),
            ],
            [t('fields.userId'), <TaskUserField key="user" />],
            [
              t('fields.orderId'),
              orderId ? (
                <PageLink to={createPath({ resource: 'orders', type: 'show', id: orderId })}>
                  {formatYuan(paidFen)}
                </PageLink>
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

/** What the provider was sent and has said; read only when it is opened. */
const TaskDiagnosis = () => {
  const t = useTexts('resources.tasks.diagnosis');
  const { id } = useRecord<Task>();
  const [open, setOpen] = useState(false);
  return (
    <Panel
      title={t('title')}
      action={
        <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'close' : 'open')}
        </Button>
      }
    >
      {open ? <Diagnosis id={id} /> : <Quiet small>{t('about')}</Quiet>}
    </Panel>
  );
};

const code = { m: 0, fontSize: '0.8125rem', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' };

const Diagnosis = ({ id }: { id: string }) => {
  const t = useTexts('resources.tasks.diagnosis');
  const translate = useTranslate();
  const { invoke } = useDataProvider();
  const { data, error, refetch } = useQuery({
    queryKey: ['adminTask', 'getDiagnosis', { id }],
    queryFn: () => invoke('adminTask', 'getDiagnosis', { id }),
  });
  if (error && !data) return <LoadFailure text={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={80} />;
  const time = (instant: number | null) => (instant === null ? t('never') : exactTime(instant));
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <FactList
        facts={[
          [t('errorRaw'), <code key="error">{data.errorRaw || translate('list.none')}</code>],
          [t('workflow'), data.workflow],
          [t('pool'), data.pool],
          [t('sentTime'), time(data.sentTime)],
          [t('polls'), data.polls],
          [t('silent'), data.silent > 0 ? data.silent : undefined],
          [t('reportTime'), time(data.reportTime)],
          ...data.notices.map(
            ({ source, eventType, time: at }) =>
              [t(`sources.${source}`, { _: source }), `${eventType} · ${exactTime(at)}`] as const,
          ),
        ]}
      />
      <Quiet small>{t('sent')}</Quiet>
      {data.sent.length === 0 ? (
        <Quiet small>{t('nothingSent')}</Quiet>
      ) : (
        <Box component="pre" sx={code} tabIndex={0}>
          {data.sent
            .map(({ nodeId, fieldName, value }) => `${nodeId}.${fieldName} = ${value}`)
            .join('\n')}
        </Box>
      )}
    </Box>
  );
};
