import OfflineIcon from '@mui/icons-material/ArrowDownwardOutlined';
import OnlineIcon from '@mui/icons-material/ArrowUpwardOutlined';
import { useTranslate } from 'react-admin';
import type { TemplateStatus } from '#contract/template.ts';
import { useInvoke, useTexts } from '../../kit/base/hooks.ts';
import { BulkActionButton } from '../../kit/list/BulkActionButton.tsx';
import { BulkDeleteRecordsButton } from '../../kit/list/BulkDeleteRecordsButton.tsx';

/** Each template by its own rules; a refused one stays unchanged and gets its reason. */
export const TemplateBulkActions = () => {
  const translate = useTranslate();
  const t = useTexts('resources.templates.bulk');
  const invoke = useInvoke();
  const setStatus = (value: TemplateStatus) => async (ids: string[]) =>
    (await invoke('adminTemplate', 'batchUpdate', { ids, field: 'status', value })).results;
  return (
    <>
      <BulkActionButton
        label={translate('resources.templates.publish.online')}
        icon={<OnlineIcon />}
        title={count => t('online', { count })}
        actOnMany={setStatus('online')}
      >
        {t('onlineText')}
      </BulkActionButton>
      <BulkActionButton
        label={translate('resources.templates.publish.offline')}
        icon={<OfflineIcon />}
        title={count => t('offline', { count })}
        actOnMany={setStatus('offline')}
      >
        {t('offlineText')}
      </BulkActionButton>
      <BulkDeleteRecordsButton />
    </>
  );
};
