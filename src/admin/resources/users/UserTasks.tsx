import type { User } from '#contract/user.ts';
import { CardList } from '../../kit/list/CardList.tsx';
import { DateRangeFilter } from '../../kit/list/DateRangeFilter.tsx';
import type { RecordOf } from '../../kit/base/record.ts';
import { RelatedList } from '../../kit/show/RelatedList.tsx';
import { TaskItem, TaskStatusFilter } from '../tasks/parts.ts';

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
