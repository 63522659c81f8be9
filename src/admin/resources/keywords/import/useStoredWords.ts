import { useQuery } from '@tanstack/react-query';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import { useInvoke } from '../../../kit/base/hooks.ts';

/** Questions under way at once. */
const PARALLEL = 3;

/** Which of these words, in their normal spelling, are stored already. */
export const useStoredWords = (norms: string[]) => {
  const invoke = useInvoke();
  return useQuery({
    queryKey: ['keywords', 'stored', norms],
    enabled: norms.length > 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const queue = Array.from({ length: Math.ceil(norms.length / MAX_PAGE_SIZE) }, (_, at) =>
        norms.slice(at * MAX_PAGE_SIZE, (at + 1) * MAX_PAGE_SIZE),
      );
      const stored = new Set<string>();
      const ask = async () => {
        for (let some = queue.shift(); some && !signal.aborted; some = queue.shift()) {
          const { list } = await invoke('keyword', 'getKeywords', {
            page: 1,
            pageSize: MAX_PAGE_SIZE,
            filter: { norm: some },
          });
          for (const { norm } of list) stored.add(norm);
        }
      };
      await Promise.all(Array.from({ length: PARALLEL }, ask));
      return stored;
    },
  });
};
