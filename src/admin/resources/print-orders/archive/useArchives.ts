import type { PrintArchive } from '#contract/printArchive.ts';
import { useDataProvider } from '../../../kit/base/hooks.ts';
import { useLookedQuery } from '../../../kit/base/useLook.ts';

const POLL_MS = 1_500;
const SHOWN = 20;

export const ARCHIVES = ['adminPrintArchive', 'getPrintArchives'];

export const isUnderWay = ({ status }: Pick<PrintArchive, 'status'>) =>
  status === 'queued' || status === 'running';

/** The latest archives, of one batch or of all; polled while one is in progress. */
export const useArchives = (batchNo?: string, enabled = true) => {
  const { invoke } = useDataProvider();
  return useLookedQuery({
    queryKey: [...ARCHIVES, batchNo],
    read: async options => {
      const filter = batchNo === undefined ? {} : { filter: { batchNo } };
      const request = { page: 1, pageSize: SHOWN, ...filter };
      return (await invoke('adminPrintArchive', 'getPrintArchives', request, options)).list;
    },
    enabled,
    every: archives => archives.some(isUnderWay) && POLL_MS,
  });
};
