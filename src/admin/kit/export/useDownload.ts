import { useMutation } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { saveFile } from '../../../shared/saveFile.ts';
import { useDataProvider } from '../base/hooks.ts';

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
