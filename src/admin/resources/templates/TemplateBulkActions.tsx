import OfflineIcon from '@mui/icons-material/ArrowDownwardOutlined';
import OnlineIcon from '@mui/icons-material/ArrowUpwardOutlined';
import { useTranslate } from 'react-admin';
import type { TemplateStatus } from '#contract/template.ts';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import { BulkActionButton } from '../../kit/list/BulkActionButton.tsx';
import { BulkDeleteRecordsButton } from '../../kit/list/BulkDeleteRecordsButton.tsx';

const t = (key: string) => `resources.templates.bulk.${key}`;

/** Each template by its own rules; a refused one stays unchanged and gets its reason. */
export const TemplateBulkActions = () => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const setStatus = (value: TemplateStatus) => async (ids: string[]) =>
    (await invoke('adminTemplate', 'batchUpdate', { ids, field: 'status', value })).results;
  return (
    <>
      <BulkActionButton
        label={translate('resources.templates.publish.online')}
        icon={<OnlineIcon />}
        title={count => translate(t('online'), { count })}
        actOnMany={setStatus('online')}
      >
        {translate(t('onlineText'))}
      </BulkActionButton>
      <BulkActionButton
        label={translate('resources.templates.publish.offline')}
        icon={<OfflineIcon />}
        title={count => translate(t('offline'), { count })}
        actOnMany={setStatus('offline')}
      >
        {translate(t('offlineText'))}
      </BulkActionButton>
      <BulkDeleteRecordsButton />
    </>
  );
};
