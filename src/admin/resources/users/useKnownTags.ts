import { useQuery } from '@tanstack/react-query';
import { useInvoke } from '../../kit/base/hooks.ts';

/** The tags that users have, once somebody is about to choose one. */
export const useKnownTags = (isNeeded: boolean): string[] => {
  const invoke = useInvoke();
  const { data } = useQuery({
    queryKey: ['adminUser', 'getTags'],
    queryFn: () => invoke('adminUser', 'getTags', {}),
    enabled: isNeeded,
    staleTime: 30_000,
  });
  return data?.list ?? [];
};
