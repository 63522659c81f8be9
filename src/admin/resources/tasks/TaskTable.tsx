import { Box } from '@mui/material';
import { DataTable } from 'react-admin';
import type { Task } from '#contract/task.ts';
import { templateEngines } from '#contract/template.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import { useRecord } from '../../kit/base/record.ts';
import { ListColumn, TimeColumn } from '../../kit/list/columns.tsx';
import { mayCancel, mayRefund, mayRetry } from './legalTaskActs.ts';
import { TaskBulkActions } from './TaskBulkActions.tsx';
import { TaskDetails } from './TaskDetails.tsx';
import {
  TaskCreditsField,
  TaskNameField,
  TaskPicturesField,
  TaskSecondsField,
  TaskStatusField,
  TaskUserField,
} from './TaskFields.tsx';
import { useTaskUser } from './useTaskUser.ts';

type TaskRecord = RecordOf<Task>;
const Column = ListColumn<TaskRecord>;

/** A task has no page of its own: its row opens and shows all there is. */
export const TaskTable = () => (
  <DataTable<TaskRecord>
    rowClick="expand"
    expand={<OpenTask />}
    isRowSelectable={task => mayCancel(task) || mayRetry(task) || mayRefund(task)}
    bulkActionButtons={<TaskBulkActions />}
    hiddenColumns={['engine', 'attempts', 'rating', 'finishTime']}
  >
    <Column source="outputs" field={TaskPicturesField} />
    <Column source="taskNo" label="resources.tasks.name" field={TaskNameField} />
    <Column source="userId" field={TaskUserField} />
    <Column source="status" field={TaskStatusField} />
    <Column source="costCredits" align="right" field={TaskCreditsField} />
    <Column source="costSec" align="right" field={TaskSecondsField} />
    <Column
      source="engine"
      cellClassName="nowrap"
      render={({ templateSnap }) => templateEngines[templateSnap.engine].label}
    />
    <Column source="attempts" align="right" />
    <Column source="rating" align="right" />
    <TimeColumn source="createTime" sortByOrder="DESC" />
    <TimeColumn source="finishTime" />
  </DataTable>
);

const OpenTask = () => {
  const task = useRecord<TaskRecord>();
  const user = useTaskUser();
  return (
    <Box sx={{ px: 2, pt: 1, pb: 2.5 }}>
      <TaskDetails task={task} userStatus={user?.status ?? 'deleted'} />
    </Box>
  );
};
