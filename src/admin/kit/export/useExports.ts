import { useMutation } from '@tanstack/react-query';
import { type Store, useNotify, useStore, useStoreContext } from 'react-admin';
import type { ExportJob } from '#contract/export.ts';
import { saveFile } from '../../../shared/saveFile.ts';
import { useDataProvider } from '../base/hooks.ts';
import { useLookedQuery } from '../base/useLook.ts';

const POLL_MS = 1_500;
const SHOWN = 10;

export const EXPORTS = ['adminExport', 'getExports'];

export const isUnderWay = ({ status }: ExportJob) => status === 'queued' || status === 'running';

/** The administrator's latest exports; polled while one is in progress. */
export const useExports = (enabled = true) => {
  const { invoke } = useDataProvider();
  return useLookedQuery({
    queryKey: EXPORTS,
    read: async options =>
      (await invoke('adminExport', 'getExports', { page: 1, pageSize: SHOWN }, options)).list,
    enabled,
    every: jobs => jobs.some(isUnderWay) && POLL_MS,
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

/** Storage is another origin, whose links keep the stored name: the bytes are fetched to set the file name. */
const save = async (url: string, fileName: string) => {
  const blob = await fetch(url).then(
    answer => (answer.ok ? answer.blob() : undefined),
    () => undefined,
  );
  saveFile(blob ?? url, fileName);
};

/** Hands the file of an export to the browser. */
export const useDownload = () => {
  const { invoke } = useDataProvider();
  const notify = useNotify();
  return useMutation({
    mutationFn: async (id: string) => {
      const { url, fileName } = await invoke('adminExport', 'getExportUrl', { id });
      await save(url, fileName);
    },
    onError: error => notify(error.message, { type: 'error' }),
  });
};
