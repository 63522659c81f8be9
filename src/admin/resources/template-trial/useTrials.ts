import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Task } from '#contract/task.ts';
import { isActiveTask } from '#contract/taskStates.ts';
import { useDataProvider } from '../../kit/base/hooks.ts';
import { useLookedQuery } from '../../kit/base/useLook.ts';

/** How many of a template's trials are listed. */
const MOST_LISTED = 10;
const POLL_MS = 1_500;
const TRIALS = 'trials';

/** The latest trials of a template, newest first. */
export const useTrials = (templateId: string): Task[] => {
  const { invoke } = useDataProvider();
  const { data } = useQuery({
    queryKey: [TRIALS, templateId],
    queryFn: async () => {
      const filter = { templateId, isTrial: true as const };
      const sort = { field: 'createTime' as const, order: 'desc' as const };
      const request = { page: 1, pageSize: MOST_LISTED, sort, filter };
      const { list } = await invoke('adminTask', 'getTasks', request);
      return list.filter((row): row is Task => !('damaged' in row));
    },
  });
  return data ?? [];
};

/** One of them, followed until it ends; then template and list are read again. */
export const useTrial = (taskId: string | undefined, listed: readonly Task[]) => {
  const queryClient = useQueryClient();
  const known = listed.find(({ _id }) => _id === taskId);
  const { invoke } = useDataProvider();
  const { data, error } = useLookedQuery({
    queryKey: ['adminTask', 'getTaskById', { id: taskId ?? '' }],
    read: options => invoke('adminTask', 'getTaskById', { id: taskId ?? '' }, options),
    enabled: taskId !== undefined,
    ...(known && { placeholderData: { ...known, queueAhead: null, lane: null } }),
    every: ({ status }) => isActiveTask(status) && POLL_MS,
  });
  const isStale = data !== undefined && known !== undefined && data.status !== known.status;
  const hasEnded = data !== undefined && !isActiveTask(data.status);
  useEffect(() => {
    if (!isStale || !hasEnded) return;
    void queryClient.invalidateQueries({ queryKey: [TRIALS] });
    void queryClient.invalidateQueries({ queryKey: ['templates'] });
  }, [isStale, hasEnded, queryClient]);
  return { task: data, error };
};

/** A trial has begun: it is listed, and shown at once. */
export const useBegun = () => {
  const queryClient = useQueryClient();
  return (task: Task): void => {
    queryClient.setQueryData<Task[]>([TRIALS, task.templateId], (before = []) =>
      before.some(({ _id }) => _id === task._id) ? before : [task, ...before],
    );
  };
};
