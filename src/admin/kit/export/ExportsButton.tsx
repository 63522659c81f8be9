import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Badge, Popover } from '@mui/material';
import { Suspense, useEffect, useState } from 'react';
import { IconButtonWithTooltip, useNotify, useTranslate } from 'react-admin';
import { EXPORT_DAYS } from '#contract/constants.ts';
import { lazyPart } from '../../../lazyPart.tsx';
import { useNow } from '../base/useNow.ts';
import { isUnderWay, useExports, useLastExportTime, usePendingExports } from './useExports.ts';

const ExportList = lazyPart(async () => (await import('./ExportList.tsx')).ExportList);

const KEPT_MS = EXPORT_DAYS * 86_400_000;

/**
 * Shown in the top bar while there is a file to fetch: this browser's exports, with a notification when one is done.
 */
export const ExportsButton = () => {
  const now = useNow();
  const lastTime = useLastExportTime();
  return now - lastTime < KEPT_MS ? <ExportsMenu /> : null;
};

const ExportsMenu = () => {
  const translate = useTranslate();
  const notify = useNotify();
  const [pending, setPending] = usePendingExports();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { data } = useExports(pending.length > 0);

  useEffect(() => {
    const ended = data?.filter(job => pending.includes(job._id) && !isUnderWay(job)) ?? [];
    if (ended.length === 0) return;
    for (const { status, fileName } of ended) {
      if (status === 'done') notify('exports.done', { messageArgs: { name: fileName } });
      if (status === 'failed') {
        notify('exports.failed', { type: 'error', messageArgs: { name: fileName } });
      }
    }
    setPending(pending.filter(id => !ended.some(({ _id }) => _id === id)));
  }, [data, pending, setPending, notify]);

  const label = translate('exports.recent');
  return (
    <>
      <IconButtonWithTooltip
        label={label}
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        onClick={event => setAnchor(event.currentTarget)}
      >
        <Badge badgeContent={pending.length} color="primary">
          <DownloadIcon fontSize="small" />
        </Badge>
      </IconButtonWithTooltip>
      <Popover
        open={Boolean(anchor)}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        // Fixed width, also before its content is loaded.
        slotProps={{
          paper: { role: 'dialog', 'aria-label': label, sx: { width: 380, minHeight: 160 } },
        }}
      >
        <Suspense>
          <ExportList />
        </Suspense>
      </Popover>
    </>
  );
};
