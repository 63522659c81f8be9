import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { getAdminUser, saveAdminUser } from '#authProvider/session.ts';
import type { Admin } from '#contract/admin.ts';
import { codes } from '#contract/envelope.ts';
import type { ActionFailure } from '#dataProvider/invoke.ts';
import { sameValue } from '#dataProvider/sameValue.ts';
import { useDataProvider } from '../../kit/base/hooks.ts';
import { useWaitingSaves } from '../../kit/base/WaitingSavesContext.ts';

const queryKey = ['adminAuth', 'getProfile'];

/**
 * The administrator's own record. A conflict takes over the stored version and keeps what was typed, so that saving
 * again is deliberate.
 */
export const useProfile = () => {
  const { invoke } = useDataProvider();
  const { send } = useWaitingSaves();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [conflict, setConflict] = useState<string>();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => invoke('adminAuth', 'getProfile', {}),
  });

  const keep = (admin: Admin) => {
    const { _id, username, nickName, avatar } = admin;
    queryClient.setQueryData(queryKey, admin);
    saveAdminUser({ ...getAdminUser(), id: _id, username, nickName, avatar });
    return queryClient.invalidateQueries({ queryKey: ['auth', 'getIdentity'] });
  };

  const { mutateAsync, isPending } = useMutation({
    mutationFn: (input: { nickName: string; avatar?: string; rev: number }) =>
      send('profile', () => invoke('adminAuth', 'updateProfile', input)).catch(
        (failure: unknown) => {
          const { code, current } = (failure as Partial<ActionFailure>).body ?? {};
          const held = code === codes.conflict ? (current as Admin | undefined) : undefined;
          // An earlier answer was lost: the record has the requested values already.
          if (held && sameValue({ ...held, ...input, rev: held.rev }, held)) return held;
          throw failure;
        },
      ),
  });

  const save = async ({ nickName, avatar }: Record<string, string>) => {
    if (!data) return undefined;
    try {
      const picture = avatar === data.avatar ? {} : { avatar: avatar ?? '' };
      await keep(await mutateAsync({ nickName: nickName ?? '', ...picture, rev: data.rev }));
      setConflict(undefined);
      notify('app.profile.saved', { type: 'success' });
    } catch (failure) {
      const { body, message } = failure as ActionFailure;
      if (body?.code === codes.conflict && body.current) {
        const current = body.current as Admin;
        queryClient.setQueryData(queryKey, { ...data, rev: current.rev });
        setConflict(current.nickName);
        return undefined;
      }
      if (body?.errors) return body.errors;
      notify(message, { type: 'error' });
    }
    return undefined;
  };

  return {
    profile: data,
    failed: Boolean(error && !data),
    reload: () => void refetch(),
    save,
    saving: isPending,
    conflict,
  };
};
