import { Box } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import type { Task } from '#contract/task.ts';
import { taskStatuses } from '#contract/taskStates.ts';
import { type RecordOf, useRecord } from '../../kit/base/hooks.ts';
import {
  None,
  OneLine,
  oneLine,
  PageLink,
  Quiet,
  StatusLabel,
} from '../../kit/field/valueFields.tsx';
import { nameOfUser, UserAvatar, userPath } from '../user-link/parts.ts';
import { TaskPictures } from './TaskPictures.tsx';
import { taskReason } from './taskReason.ts';
import { useTaskUser } from './useTaskUser.ts';

const quiet = { color: 'text.secondary', fontSize: '0.75rem' } as const;

export const TaskPicturesField = () => {
  const task = useRecord<RecordOf<Task>>();
  return (
    // A click on a picture shows it large, not the row.
    <Box onClick={event => event.stopPropagation()} sx={{ width: 'fit-content' }}>
      <TaskPictures task={task} size={40} shown={1} />
    </Box>
  );
};

/** What was asked for, and the number support is told. */
export const TaskNameField = () => {
  const { templateSnap, taskNo } = useRecord<RecordOf<Task>>();
  return (
    <Box sx={{ minWidth: 0 }}>
      {templateSnap.name && <OneLine text={templateSnap.name} width={200} strong />}
      <Quiet tiny sx={{ whiteSpace: 'nowrap' }}>
        {taskNo}
      </Quiet>
    </Box>
  );
};

export const TaskUserField = () => {
  const user = useTaskUser();
  if (!user) return null;
  const name = nameOfUser(user);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      <UserAvatar src={user.avatarUrl} name={name} size={26} />
      <PageLink
        to={userPath(user.id)}
        title={name}
        noWrap
        sx={{ maxWidth: { sm: 132, xl: 200 }, color: 'text.primary' }}
      >
        {name}
      </PageLink>
    </Box>
  );
};

/** The state, and below it why there is no picture. */
export const TaskStatusField = () => {
  const task = useRecord<RecordOf<Task>>();
  const reason = taskReason(task);
  return (
    <>
      <StatusLabel {...taskStatuses[task.status]} />
      {reason && (
        <Box title={reason} sx={{ ...quiet, ...oneLine, maxWidth: { sm: 200, xl: 280 } }}>
          {reason}
        </Box>
      )}
    </>
  );
};

export const TaskCreditsField = () => {
  const translate = useTranslate();
  const task = useRecord<RecordOf<Task>>();
  return (
    <>
      {task.costCredits.toLocaleString('zh-CN')}
      {task.isRefunded && (
        <Quiet tiny sx={{ whiteSpace: 'nowrap' }}>
          {translate('resources.tasks.refunded')}
        </Quiet>
      )}
    </>
  );
};

export const TaskSecondsField = () => {
  const translate = useTranslate();
  const seconds = useRecordContext<RecordOf<Task>>()?.costSec ?? 0;
  return seconds > 0 ? (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {translate('resources.tasks.seconds', { count: Math.round(seconds) })}
    </Box>
  ) : (
    <None />
  );
};
