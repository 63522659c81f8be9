import { useGetList } from 'react-admin';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import type { PrintSize } from '#contract/printSize.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import type { RecordOf } from '../../kit/base/hooks.ts';

/** All sizes: there are few, and they hardly change. */
export const usePrintSizes = () => {
  const { data: sizes = [] } = useGetList<RecordOf<PrintSize>>(
    'print-size-config',
    {
      pagination: { page: 1, perPage: MAX_PAGE_SIZE },
      sort: { field: 'sort', order: 'DESC' },
      filter: {},
    },
    { enabled: useCan()('print-size-config.read'), staleTime: 60_000 },
  );
  return { sizes, nameOf: (id: string) => sizes.find(size => size.id === id)?.name ?? '' };
};
