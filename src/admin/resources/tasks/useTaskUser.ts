import { useRecordContext, useReference } from 'react-admin';
import type { Task } from '#contract/task.ts';
import type { User } from '#contract/user.ts';
import type { RecordOf } from '../../kit/base/hooks.ts';

/** Whose task it is; the users of a page come with one call. */
export const useTaskUser = (): RecordOf<User> | undefined => {
  const userId = useRecordContext<RecordOf<Task>>()?.userId ?? '';
  return useReference<RecordOf<User>>({
    reference: 'users',
    id: userId,
    options: { enabled: userId !== '', staleTime: 30_000 },
  }).referenceRecord;
};
