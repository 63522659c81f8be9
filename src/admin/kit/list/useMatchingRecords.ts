import { type RaRecord, useDataProvider, useListContext } from 'react-admin';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';

interface Progress {
  onProgress: (read: number, total: number) => void;
  isCancelled: () => boolean;
}

/**
 * Reads all records that match the list's filter, page by page, before anything is changed: changed records would move
 * between pages.
 */
export const useMatchingRecords = () => {
  const dataProvider = useDataProvider();
  const { resource = '', sort, filter, filterValues } = useListContext<RaRecord>();
  return async ({ onProgress, isCancelled }: Progress): Promise<RaRecord[]> => {
    const found = new Map<RaRecord['id'], RaRecord>();
    for (let page = 1; !isCancelled(); page += 1) {
      const { data, total = 0 } = await dataProvider.getList<RaRecord>(resource, {
        pagination: { page, perPage: MAX_PAGE_SIZE },
        sort,
        filter: { ...(filterValues as object), ...(filter as object | undefined) },
      });
      for (const record of data) found.set(record.id, record);
      onProgress(found.size, total);
      if (data.length < MAX_PAGE_SIZE || page * MAX_PAGE_SIZE >= total) break;
    }
    return [...found.values()];
  };
};
