import { useQuery } from '@tanstack/react-query';
import { type Store, useStore, useStoreContext } from 'react-admin';
import type { ExportJob } from '#contract/export.ts';
import { useDataProvider } from '../base/hooks.ts';

const POLL_MS = 1_500;
const SHOWN = 10;

export const EXPORTS = ['adminExport', 'getExports'];

export const isUnderWay = ({ status }: ExportJob) => status === 'queued' || status === 'running';

/** The administrator's latest exports; polled while one is in progress. */
export const useExports = (enabled = true) => {
  const { invoke } = useDataProvider();
  return useQuery({
    queryKey: EXPORTS,
    queryFn: async () =>
      (await invoke('adminExport', 'getExports', { page: 1, pageSize: SHOWN })).list,
    enabled,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_MS : false),
  });
};

const PENDING = 'exports.pending';
const LAST_TIME = 'exports.lastTime';

/** Exports requested by this browser that have not ended yet. */
export const usePendingExports = () => useStore<string[]>(PENDING, []);

/** When this browser last asked for an export, 0 for never. */
export const useLastExportTime = () => useStore<number>(LAST_TIME, 0)[0];

const remember = (store: Store, id: string) => {
  store.setItem(PENDING, [...(store.getItem<string[]>(PENDING) ?? []), id]);
  store.setItem(LAST_TIME, Date.now());
};

export const useRememberExport = () => {
  const store = useStoreContext();
  return (id: string) => remember(store, id);
};
