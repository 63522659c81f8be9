import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from '../../kit/base/hooks.ts';

/** The tags that users have, once one is about to be chosen. */
export const useKnownTags = (isNeeded: boolean): string[] => {
  const { invoke } = useDataProvider();
  const { data } = useQuery({
    queryKey: ['adminUser', 'getTags'],
    queryFn: () => invoke('adminUser', 'getTags', {}),
    enabled: isNeeded,
    staleTime: 30_000,
  });
  return data?.list ?? [];
};
