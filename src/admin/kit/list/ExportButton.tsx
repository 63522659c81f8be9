import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Suspense, useState } from 'react';
import { useListContext, useResourceDefinition, useTranslate } from 'react-admin';
import type { ExportResourceName } from '#contract/exportTable.ts';
import { lazyPart } from '../../../lazyPart.tsx';
import { useCan } from '../base/CanAccess.tsx';
import type { ResourceOptions } from '../base/Resource.tsx';
import { StockExportButton } from '../base/stock.ts';
import { ToolbarButton } from './ToolbarButton.tsx';

const ExportDialog = lazyPart(
  async () => (await import('../export/ExportDialog.tsx')).ExportDialog,
);

/** react-admin's `ExportButton` by the back end, where it knows how; otherwise by the list's `exporter`. */
export const ExportButton = ({ isExportable = false }: Pick<ResourceOptions, 'isExportable'>) => {
  const translate = useTranslate();
  const { data, resource, exporter } = useListContext();
  const { options } = useResourceDefinition<ResourceOptions>();
  const [open, setOpen] = useState(false);
  if (!useCan()({ action: 'export', resource })) return null;
  if (!isExportable && !options?.isExportable) {
    return exporter ? (
      <Suspense>
        <StockExportButton />
      </Suspense>
    ) : null;
  }
  return (
    <>
      <ToolbarButton
        icon={<DownloadIcon fontSize="small" />}
        label={translate('exports.action')}
        disabled={!data?.length}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <ExportDialog resource={resource as ExportResourceName} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
