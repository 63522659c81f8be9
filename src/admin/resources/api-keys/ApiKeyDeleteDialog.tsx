import { useTranslate } from 'react-admin';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { alreadyGone } from '../../kit/action/repeated.ts';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import { useRecord } from '../../kit/base/record.ts';
import type { ApiKeyRecord } from './ApiKeyRecord.ts';

export const ApiKeyDeleteDialog = () => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const { id, rev, name } = useRecord<ApiKeyRecord>();
  return (
    <ActionDialog
      danger
      texts="resources.api-keys.delete"
      values={{ name }}
      typed={name}
      submit={translate('list.delete.confirm')}
      run={() => invoke('adminApiKey', 'deleteApiKey', { id, rev }).catch(alreadyGone)}
    />
  );
};
