import { useGetList } from 'react-admin';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import type { QuickFunctionRecord } from './quickFunction.ts';

/** All entries in their order, whatever the list around is searched for. */
export const useQuickFunctions = (): QuickFunctionRecord[] => {
  const { data = [] } = useGetList<QuickFunctionRecord>(
    'templates/quick-functions',
    {
      pagination: { page: 1, perPage: MAX_PAGE_SIZE },
      sort: { field: 'sort', order: 'DESC' },
      filter: {},
    },
    { staleTime: 30_000 },
  );
  return data;
};
