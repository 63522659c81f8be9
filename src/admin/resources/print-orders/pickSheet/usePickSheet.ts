import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import type { PrintRecord } from '../printOrder.ts';

/** A shop's batch is one of hundreds, never of thousands. */
const MOST_PAGES = 10;

export interface PickSheetOf {
  batchNo: string;
  ids: string[];
}

/** Everything a sheet is about, in the order it was ordered. */
export const usePickSheet = ({ batchNo, ids }: PickSheetOf) => {
  const dataProvider = useDataProvider();
  return useQuery({
    queryKey: ['print-orders', 'pickSheet', batchNo, ids],
    enabled: batchNo !== '' || ids.length > 0,
    queryFn: async () => {
      const orders: PrintRecord[] = [];
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const { data, total = 0 } = await dataProvider.getList<PrintRecord>('print-orders', {
          pagination: { page, perPage: MAX_PAGE_SIZE },
          sort: { field: 'createTime', order: 'ASC' },
          filter: batchNo !== '' ? { batchNo } : { ids },
        });
        orders.push(...data);
        if (page * MAX_PAGE_SIZE >= total) break;
      }
      return orders;
    },
  });
};
