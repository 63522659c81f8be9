import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import { Button } from '@mui/material';
import { zipSync } from 'fflate';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useInvoke, useTexts } from '../../../kit/base/hooks.ts';
import { saveFile } from '../../../kit/base/saveFile.ts';
import type { PrintRecord } from '../printOrder.ts';

/** What one call answers for. */
const ORDERS_PER_CALL = 50;

/** All photos of a sheet in one archive, named by order, place, size, paper and number. */
export const DownloadPhotos = ({ orders, name }: { orders: PrintRecord[]; name: string }) => {
  const notify = useNotify();
  const invoke = useInvoke();
  const t = useTexts('resources.print-orders.sheet');
  const [done, setDone] = useState<number | null>(null);
  const count = orders.reduce((sum, { items }) => sum + items.length, 0);

  const download = async () => {
    setDone(0);
    try {
      const files: Record<string, Uint8Array> = {};
      let missing = 0;
      for (let at = 0; at < orders.length; at += ORDERS_PER_CALL) {
        const ids = orders.slice(at, at + ORDERS_PER_CALL).map(({ id }) => id);
        const { list } = await invoke('adminPrintOrder', 'getPrintFiles', { ids });
        for (const { url, fileName } of list) {
          const answer = url ? await fetch(url) : null;
          if (answer?.ok) files[fileName] = new Uint8Array(await answer.arrayBuffer());
          else missing += 1;
          setDone(before => (before ?? 0) + 1);
        }
      }
      // Photos do not get smaller.
      const archive = zipSync(files, { level: 0 });
      saveFile(new Blob([archive], { type: 'application/zip' }), `${name}.zip`);
      if (missing > 0) notify(t('missing', { count: missing }), { type: 'warning' });
    } catch {
      notify(t('downloadFailed'), { type: 'error' });
    } finally {
      setDone(null);
    }
  };
  return (
    <Button
      variant="outlined"
      startIcon={<DownloadIcon />}
      disabled={done !== null}
      onClick={() => void download()}
    >
      {done === null ? t('download') : t('downloading', { done, count })}
    </Button>
  );
};
