import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from '../../kit/base/hooks.ts';

export const SENDING = ['adminMessage', 'getSending'];

/** What keeps messages to users from being sent, for what a dialog promises; undefined until it is known. */
export const useSending = (isNeeded = true) => {
  const { invoke } = useDataProvider();
  return useQuery({
    queryKey: SENDING,
    queryFn: () => invoke('adminMessage', 'getSending', {}),
    staleTime: 60_000,
    enabled: isNeeded,
  }).data;
};
