import { Box, Button, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Task } from '#contract/task.ts';
import { isActiveTask } from '#contract/taskStates.ts';
import { type RecordOf, useCreatePath, useTexts } from '../../kit/base/hooks.ts';
import { SideBySide } from '../../kit/base/SideBySide.tsx';
import { useLookedOne } from '../../kit/base/useLook.ts';
import { Timeline } from '../../kit/show/Timeline.tsx';
import { refreshEvery } from './refreshEvery.ts';
import { TaskActions, type TaskActionsProps } from './TaskActions.tsx';
import { type ShownTask, TaskFacts } from './TaskFacts.tsx';
import { TaskInputs } from './TaskInputs.tsx';
import { useTaskSteps } from './useTaskSteps.ts';

/** Everything about a task: its inputs, how it went, and the possible actions. */
export const TaskDetails = ({ task: listed, userStatus }: TaskActionsProps) => {
  const t = useTexts('resources.tasks');
  const task = useWatched(listed);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <SideBySide columns={{ md: 'repeat(2, minmax(0, 1fr))', lg: '2fr 3fr 3fr' }}>
        <Part title={t('inputs')}>
          <TaskInputs task={task} />
        </Part>
        <Part title={t('course')}>
          <TaskFacts task={task} />
        </Part>
        <Part title={t('steps')}>
          <Timeline exact events={useTaskSteps(task)} />
        </Part>
      </SideBySide>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <TaskActions task={task} userStatus={userStatus} />
        <Button
          component={Link}
          to={useCreatePath()({ resource: 'tasks', type: 'show', id: task.id })}
          sx={{ ml: { sm: 'auto' }, minHeight: { xs: 44, sm: 0 } }}
        >
          {t('open')}
        </Button>
      </Box>
    </Box>
  );
};

/** An active task moves while it is looked at, and has a place in the queue that no list knows. */
const useWatched = (listed: RecordOf<Task>) => {
  const { data } = useLookedOne<ShownTask>('tasks', {
    id: listed.id,
    enabled: isActiveTask(listed.status),
    every: task => refreshEvery([task]),
  });
  return data && isActiveTask(listed.status) ? data : listed;
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box component="section">
    <Typography component="h3" sx={{ fontSize: '0.8125rem', fontWeight: 600, mb: 1 }}>
      {title}
    </Typography>
    {children}
  </Box>
);
