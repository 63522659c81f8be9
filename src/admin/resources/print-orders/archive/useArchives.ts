import { useQuery } from '@tanstack/react-query';
import type { PrintArchive } from '#contract/printArchive.ts';
import { useDataProvider } from '../../../kit/base/hooks.ts';

const POLL_MS = 1_500;
const SHOWN = 20;

export const ARCHIVES = ['adminPrintArchive', 'getPrintArchives'];

export const isUnderWay = ({ status }: Pick<PrintArchive, 'status'>) =>
  status === 'queued' || status === 'running';

/** The latest archives, of one batch or of all; polled while one is in progress. */
export const useArchives = (batchNo?: string, enabled = true) => {
  const { invoke } = useDataProvider();
  return useQuery({
    queryKey: [...ARCHIVES, batchNo],
    queryFn: async () =>
      (
        await invoke('adminPrintArchive', 'getPrintArchives', {
          page: 1,
          pageSize: SHOWN,
          ...(batchNo !== undefined && { filter: { batchNo } }),
        })
      ).list,
    enabled,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_MS : false),
  });
};
