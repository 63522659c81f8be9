import { PageLink } from '../../kit/field/valueFields.tsx';
import { nameOfUser, userPath } from '../user-link/parts.ts';
import { TaskItem } from './TaskItem.tsx';
import { useTaskUser, useTaskUserStatus } from './useTaskUser.ts';

/** A task and whose it is; what may be done with it depends on both. */
export const OwnedTask = ({ withoutOwner = false }: { withoutOwner?: boolean }) => {
  const user = useTaskUser();
  const userStatus = useTaskUserStatus();
  return (
    <TaskItem
      userStatus={userStatus}
      owner={
        user &&
        !withoutOwner && (
          <PageLink underline="always" to={userPath(user.id)}>
            {nameOfUser(user)}
          </PageLink>
        )
      }
    />
  );
};
