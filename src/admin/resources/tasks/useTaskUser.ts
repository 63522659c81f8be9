import { useRecordContext, useReference } from 'react-admin';
import type { Task } from '#contract/task.ts';
import type { User, UserStatus } from '#contract/user.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import type { RecordOf } from '../../kit/base/hooks.ts';

/** Whose task it is; the users of a page come with one call. */
export const useTaskUser = (): RecordOf<User> | undefined => {
  const userId = useRecordContext<RecordOf<Task>>()?.userId ?? '';
  return useReference<RecordOf<User>>({
    reference: 'users',
    id: userId,
    options: { enabled: useCan()('users.read') && userId !== '', staleTime: 30_000 },
  }).referenceRecord;
};

/** Of whom the role does not see nothing is known: the server decides what may be done. */
export const useTaskUserStatus = (): UserStatus => {
  const hasUser = Boolean(useRecordContext<RecordOf<Task>>()?.userId);
  const mayRead = useCan()('users.read');
  return useTaskUser()?.status ?? (hasUser && !mayRead ? 'normal' : 'deleted');
};
