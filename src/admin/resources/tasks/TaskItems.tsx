import { useListContext } from 'react-admin';
import type { Task } from '#contract/task.ts';
import type { UserStatus } from '#contract/user.ts';
import { CardList } from '../../list/CardList.tsx';
import type { RecordOf } from '../../record.ts';
import { TaskItem } from './TaskItem.tsx';

/** Tasks one below the other, each with its pictures; for phones and wide screens alike. */
export const TaskItems = ({ userStatus }: { userStatus: UserStatus }) => {
  const { data = [] } = useListContext<RecordOf<Task>>();
  return (
    <CardList>
      <TaskItem userStatus={userStatus} isOnly={data.length === 1} />
    </CardList>
  );
};
