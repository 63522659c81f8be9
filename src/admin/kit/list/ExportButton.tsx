import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { lazy, Suspense, useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { exportResources } from '#contract/exportResources.ts';
import type { ExportResourceName } from '#contract/exportTable.ts';
import { ToolbarButton } from './ToolbarButton.tsx';

const ExportDialog = lazy(() =>
  import('../export/ExportDialog.tsx').then(({ ExportDialog: dialog }) => ({ default: dialog })),
);

const isExportable = (resource: string): resource is ExportResourceName =>
  (exportResources as readonly string[]).includes(resource);

/** Exports what the list shows, where the back end knows how. */
export const ExportButton = () => {
  const translate = useTranslate();
  const { resource = '', total } = useListContext();
  const [open, setOpen] = useState(false);
  if (!isExportable(resource)) return null;
  return (
    <>
      <ToolbarButton
        icon={<DownloadIcon fontSize="small" />}
        label={translate('exports.action')}
        disabled={!total}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <ExportDialog resource={resource} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
