import { Link as MuiLink } from '@mui/material';
import { Link } from 'react-router-dom';
import { taskErrors, taskStatuses } from '#contract/task.ts';
import { useTexts } from '../../kit/base/useTexts.ts';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { DateRangeFilter } from '../../kit/list/DateRangeFilter.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { ReferenceFilter } from '../../kit/list/ReferenceFilter.tsx';
import { SearchInput } from '../../kit/list/SearchInput.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { nameOfUser, userPath } from '../user-link/parts.ts';
import { activeTasks, failedTasks } from './taskFilters.ts';
import { TaskItem } from './TaskItem.tsx';
import { TaskTable } from './TaskTable.tsx';
import { useTaskUser } from './useTaskUser.ts';

/** The sentence a user is told, as far as it tells one reason from another. */
const errorChoices = Object.fromEntries(
  Object.entries(taskErrors).map(([code, sentence]) => [
    code,
    { label: sentence.split('，')[0] ?? sentence },
  ]),
);

/** All generation tasks of all users. */
export const TaskList = () => {
  const t = useTexts('resources.tasks');
  return (
    <RecordList
      sort={{ field: 'createTime', order: 'DESC' }}
      withCounts
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
      search={<SearchInput />}
      filters={
        <>
          <DateRangeFilter source="createTime" />
          <ReferenceFilter
            source="templateId"
            reference="templates"
            name="name"
            sort={{ field: 'sort', order: 'DESC' }}
          />
          <ReferenceFilter
            source="userId"
            reference="users"
            name="nickName"
            sort={{ field: 'lastActiveTime', order: 'DESC' }}
          />
          <ChoiceFilter source="errorCode" choices={errorChoices} />
        </>
      }
      table={<TaskTable />}
      card={<OwnedTask />}
    />
  );
};

/** A task and whose it is; what may be done with it depends on both. */
const OwnedTask = () => {
  const user = useTaskUser();
  return (
    <TaskItem
      userStatus={user?.status ?? 'deleted'}
      owner={
        user && (
          <MuiLink component={Link} underline="always" to={userPath(user.id)}>
            {nameOfUser(user)}
          </MuiLink>
        )
      }
    />
  );
};
