import { Box } from '@mui/material';
import { DataTable, useRecordContext } from 'react-admin';
import type { Task } from '#contract/task.ts';
import { templateEngines } from '#contract/template.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import { TimeColumn } from '../../kit/list/columns.tsx';
import { stickyTable } from '../../kit/list/stickyTable.ts';
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
const Column = DataTable.Col<TaskRecord>;

/** A task has no page of its own: its row opens and shows all there is. */
export const TaskTable = () => (
  <DataTable<TaskRecord>
    rowClick="expand"
    expand={<OpenTask />}
    isRowSelectable={task => mayCancel(task) || mayRetry(task) || mayRefund(task)}
    bulkActionButtons={<TaskBulkActions />}
    hiddenColumns={['engine', 'attempts', 'rating', 'finishTime']}
    sx={stickyTable}
  >
    <Column source="outputs" disableSort field={TaskPicturesField} />
    <Column source="taskNo" label="resources.tasks.name" disableSort field={TaskNameField} />
    <Column source="userId" disableSort field={TaskUserField} />
    <Column source="status" disableSort field={TaskStatusField} />
    <Column source="costCredits" disableSort align="right" field={TaskCreditsField} />
    <Column source="costSec" disableSort align="right" field={TaskSecondsField} />
    <Column
      source="engine"
      disableSort
      cellClassName="nowrap"
      render={({ templateSnap }) => templateEngines[templateSnap.engine].label}
    />
    <Column source="attempts" disableSort align="right" />
    <Column source="rating" disableSort align="right" />
    <TimeColumn source="createTime" sortByOrder="DESC" />
    <TimeColumn source="finishTime" disableSort />
  </DataTable>
);

const OpenTask = () => {
  const task = useRecordContext<TaskRecord>();
  const user = useTaskUser();
  return task ? (
    <Box sx={{ px: 2, pt: 1, pb: 2.5 }}>
      <TaskDetails task={task} userStatus={user?.status ?? 'deleted'} />
    </Box>
  ) : null;
};
