import { useTranslate } from 'react-admin';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { alreadyGone } from '../../kit/action/repeated.ts';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import type { ApiKeyRecord } from './ApiKeyRecord.ts';

const t = (key: string) => `resources.api-keys.${key}`;

export const ApiKeyDeleteDialog = ({
  record,
  onClose,
}: {
  record: ApiKeyRecord;
  onClose: () => void;
}) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const { id, rev, name } = record;
  return (
    <ActionDialog
      danger
      title={translate(t('delete.title'), { name })}
      facts={translate(t('delete.effect'))}
      typed={name}
      submit={translate('list.delete.confirm')}
      done={t('delete.done')}
      onClose={onClose}
      run={() => invoke('adminApiKey', 'deleteApiKey', { id, rev }).catch(alreadyGone)}
    />
  );
};
