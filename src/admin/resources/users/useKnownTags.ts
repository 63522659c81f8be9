import { useAnswer } from '../../kit/base/useAnswer.ts';

/** The tags that users have, once one is about to be chosen. */
export const useKnownTags = (isNeeded: boolean): string[] => {
  const { data } = useAnswer('adminUser', 'getTags', {
    data: {},
    enabled: isNeeded,
    staleTime: 30_000,
  });
  return data?.list ?? [];
};
