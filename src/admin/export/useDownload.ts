import { useMutation } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { useInvoke } from '../InvokeContext.ts';

const follow = (href: string, fileName: string) => {
  const link = document.createElement('a');
  link.href = href;
  link.download = fileName;
  link.rel = 'noopener';
  document.body.append(link);
  link.click();
  link.remove();
};

/** Storage is another origin, whose links keep the stored name: the bytes are fetched to set the file name. */
const save = async (url: string, fileName: string) => {
  const blob = await fetch(url).then(
    answer => (answer.ok ? answer.blob() : undefined),
    () => undefined,
  );
  if (!blob) return follow(url, fileName);
  const href = URL.createObjectURL(blob);
  follow(href, fileName);
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
};

/** Hands the file of an export to the browser. */
export const useDownload = () => {
  const invoke = useInvoke();
  const notify = useNotify();
  return useMutation({
    mutationFn: async (id: string) => {
      const { url, fileName } = await invoke('adminExport', 'getExportUrl', { id });
      await save(url, fileName);
    },
    onError: error => notify(error.message, { type: 'error' }),
  });
};
