import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useResourceContext } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { MAX_BADGE } from '#contract/constants.ts';
import type { ActionData } from '#contract/index.ts';
import type { TodoItem } from '#contract/todo.ts';
import { allTodoKinds, rightToAct, todoKinds, waitsForCaller } from '#contract/todoKinds.ts';
import { formatBadge } from '../../../shared/count.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useDataProvider } from '../../kit/base/hooks.ts';
import { useLookedQuery, usePace } from '../../kit/base/useLook.ts';

/** Pages that are opened one after the other ask once, as long as nothing is changed (`createQueryClient`). */
const FRESH_MS = 30_000;

type Asked = ActionData<'adminDashboard', 'getTodo'>;
const everything: Asked = {};
export const todoKey = ['adminDashboard', 'getTodo'];

/** What waits for the administrator of this tab: one reading for menu, title, home and records, and quiet looks after it. */
export const useTodo = (asked = everything, enabled = true) => {
  const { invoke } = useDataProvider();
  return useLookedQuery({
    queryKey: [...todoKey, asked],
    read: options => invoke('adminDashboard', 'getTodo', asked, options),
    every: usePace(),
    enabled,
    staleTime: FRESH_MS,
  });
};

/** The kinds that the role may act on. */
export const useTodoKinds = () => {
  const can = useCan();
  return allTodoKinds.filter(kind => can(rightToAct(kind)));
};

/** How many wait for the administrator, `3` or `30+`; '' for none. Asked again with a page that is opened once it is stale. */
export const useTodoBadge = (): string => {
  const { pathname } = useLocation();
  const queryClient = useQueryClient();
  const mayAct = useTodoKinds().length > 0;
  const { data } = useTodo(everything, mayAct);
  useEffect(() => {
    const stale = { queryKey: todoKey, stale: true, type: 'active' } as const;
    void queryClient.refetchQueries(stale, { cancelRefetch: false });
  }, [queryClient, pathname]);
  const count = data?.list.filter(waitsForCaller).length ?? 0;
  if (count === 0) return '';
  return `${formatBadge(count)}${count <= MAX_BADGE && (data?.more.length ?? 0) > 0 ? '+' : ''}`;
};

/** What waits on the page of a record. Where the whole list is cut, the record is asked about by itself. */
export const useItemsOf = (id: string): TodoItem[] => {
  const resource = useResourceContext();
  const kinds = useTodoKinds().filter(kind => todoKinds[kind].page === resource);
  const { data } = useTodo(everything, kinds.length > 0);
  const cut = kinds.filter(kind => data?.more.includes(kind));
  const { data: own } = useTodo({ kinds: cut, id }, cut.length > 0);
  const listed = data?.list.filter(
    item => item.pageId === id && kinds.includes(item.kind) && !cut.includes(item.kind),
  );
  return [...(listed ?? []), ...((cut.length > 0 && own?.list) || [])];
};
