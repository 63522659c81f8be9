import ExpandIcon from '@mui/icons-material/ExpandMore';
import { Box, Button, Collapse } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import type { Task } from '#contract/task.ts';
import { taskStatuses } from '#contract/taskStates.ts';
import type { UserStatus } from '#contract/user.ts';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { Quiet, StatusLabel, Time } from '../../kit/field/valueFields.tsx';
import { TaskDetails } from './TaskDetails.tsx';
import { TaskMarks, taskReason } from './TaskFields.tsx';
import { TaskPictures } from './TaskPictures.tsx';

export interface TaskItemProps {
  userStatus: UserStatus;
  /** The user, where it is not the page's. */
  owner?: ReactNode;
}

/** Inputs, results, and the reason if there are none. */
export const TaskItem = ({ userStatus, owner }: TaskItemProps) => {
  const t = useTexts('resources.tasks');
  const task = useRecord<Task>();
  const [open, setOpen] = useState(false);
  const detailsId = useId();
  const reason = taskReason(task);
  const name = task.templateSnap.name || task.taskNo;
  const { costCredits, isRefunded } = task;
  const credits =
    costCredits > 0
      ? t(isRefunded ? 'costRefunded' : 'cost', { count: costCredits })
      : t('nothingSpent');
  return (
    <>
      <Box
        sx={{
          display: 'grid',
          columnGap: 2,
          rowGap: 1,
          alignItems: 'center',
          gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'auto minmax(0, 1fr) auto' },
        }}
      >
        <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
          <TaskPictures task={task} />
        </Box>
        <Box sx={{ minWidth: 0 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, alignItems: 'baseline' }}>
            <Box sx={{ minWidth: 0, fontWeight: 500 }}>{name}</Box>
            <Box sx={{ fontSize: '0.8125rem' }}>
              <StatusLabel {...taskStatuses[task.status]} />
            </Box>
            <TaskMarks />
          </Box>
          {reason && (
            <Box sx={{ color: 'error.main', fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
              {reason}
            </Box>
          )}
          <Quiet small>
            <Time instant={task.createTime} /> · {credits}
            {owner && <> · {owner}</>}
          </Quiet>
        </Box>
        <Button
          variant="outlined"
          aria-expanded={open}
          aria-controls={open ? detailsId : undefined}
          aria-label={t('detailsOf', { name: `${name} ${task.taskNo}` })}
          onClick={() => setOpen(!open)}
          endIcon={<ExpandIcon sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />}
          sx={{ minHeight: { xs: 44, sm: 0 } }}
        >
          {t('details')}
        </Button>
      </Box>
      <Collapse in={open} unmountOnExit>
        <Box id={detailsId} sx={{ pt: 2 }}>
          <TaskDetails task={task} userStatus={userStatus} />
        </Box>
      </Collapse>
    </>
  );
};
