import { useMutation, useQuery } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { useInvoke } from '../../kit/base/InvokeContext.ts';

export const useSessions = () => {
  const invoke = useInvoke();
  const notify = useNotify();
  const { data, error, refetch } = useQuery({
    queryKey: ['adminAuth', 'getSessions'],
    queryFn: () => invoke('adminAuth', 'getSessions', {}),
  });
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (id: string) => invoke('adminAuth', 'revokeSession', { id }),
  });
  const end = async (id: string) => {
    try {
      await mutateAsync(id);
      notify('app.profile.ended', { type: 'success' });
    } catch (failure) {
      notify((failure as Error).message, { type: 'error' });
    }
    await refetch();
  };
  return {
    sessions: data?.list,
    failed: Boolean(error && !data),
    reload: () => void refetch(),
    end,
    ending: isPending,
  };
};
