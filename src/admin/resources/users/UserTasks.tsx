import type { User } from '#contract/user.ts';
import { CardList } from '../../list/CardList.tsx';
import { DateRangeFilter } from '../../list/DateRangeFilter.tsx';
import type { RecordOf } from '../../record.ts';
import { RelatedList } from '../../show/RelatedList.tsx';
import { TaskItem } from '../tasks/TaskItem.tsx';
import { TaskStatusFilter } from '../tasks/TaskStatusFilter.tsx';

export const UserTasks = ({ user }: { user: RecordOf<User> }) => (
  <RelatedList
    resource="tasks"
    of={{ userId: user.id }}
    filters={
      <>
        <TaskStatusFilter />
        <DateRangeFilter source="createTime" />
      </>
    }
  >
    <CardList>
      <TaskItem userStatus={user.status} />
    </CardList>
  </RelatedList>
);
