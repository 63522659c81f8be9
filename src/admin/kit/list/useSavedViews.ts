import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { adminOfTab } from '#authProvider/session.ts';
import type { SavedView } from '#contract/savedView.ts';
import type { ActionData } from '#dataProvider/invoke.ts';
import { alreadyGone } from '../action/ActionForm.tsx';
import { useDataProvider } from '../base/hooks.ts';

const queryKey = ['adminAuth', 'getSavedViews', {}];

/**
 * One's own views of a list and those that colleagues share. One call reads those of all lists, once they are `wanted`;
 * later changes are made in what it has answered.
 */
export const useSavedViews = (resource: string, wanted: boolean) => {
  const { invoke } = useDataProvider();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => invoke('adminAuth', 'getSavedViews', {}),
    enabled: wanted,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  const replace = (id: string, by: SavedView[]) =>
    queryClient.setQueryData<typeof data>(
      queryKey,
      known => known && { list: [...known.list.filter(({ _id }) => _id !== id), ...by] },
    );
  const save = useMutation({
    mutationFn: (asked: ActionData<'adminAuth', 'saveView'>) =>
      invoke('adminAuth', 'saveView', asked),
    onSuccess: saved => replace(saved._id, [saved]),
  });
  const remove = useMutation({
    mutationFn: ({ _id }: SavedView) =>
      invoke('adminAuth', 'deleteView', { _id }).catch(alreadyGone),
    onSuccess: (_answer, { _id }) => replace(_id, []),
    onError: ({ message }) => notify(message, { type: 'error' }),
  });
  const views = (data?.list ?? [])
    .filter(view => view.resource === resource)
    .sort((one, other) => one.createTime - other.createTime);
  const self = adminOfTab();
  return {
    mine: views.filter(({ ownerId }) => ownerId === self),
    others: views.filter(({ ownerId }) => ownerId !== self),
    isPending: !data && !error,
    /** Where they could not be read. */
    retry: !data && error ? () => void refetch() : undefined,
    save,
    remove: remove.mutate,
  };
};
