import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { useMutation } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import { useDataProvider } from '../../kit/base/hooks.ts';
import { ToolbarButton } from '../../kit/list/ToolbarButton.tsx';
import { type TemplateSort, usePeriod } from './useDashboard.ts';

/** Saves the period's figures, a table for each card; with an order of templates their table alone. */
export const ExportButton = ({ sort }: { sort?: TemplateSort }) => {
  const translate = useTranslate();
  const notify = useNotify();
  const { invoke } = useDataProvider();
  const [period] = usePeriod();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { exportDashboard, exportTemplates } = await import('./exportDashboard.ts');
      const asked = { invoke, translate, period };
      await (sort ? exportTemplates({ ...asked, sort }) : exportDashboard(asked));
    },
    onError: () => notify('dashboard.export.failed', { type: 'error' }),
  });
  return (
    <ToolbarButton
      icon={<DownloadIcon fontSize="small" />}
      label={translate('exports.action')}
      disabled={isPending}
      onClick={() => mutate()}
    />
  );
};
