import { useRecordContext } from 'react-admin';
import { type ApiKey, apiKeyActions, apiKeyEntity } from '#contract/apiKey.ts';
import { RecordDialog } from '../../kit/action/RecordDialog.tsx';
import { type RecordOf, useTexts } from '../../kit/base/hooks.ts';
import { FieldInputs } from '../../kit/form/FieldInputs.tsx';
import { FormRow } from '../../kit/form/FormSection.tsx';
import { KeyInput, TextInput } from '../../kit/form/inputs.tsx';

const newFields = { ...apiKeyEntity.inputs, key: apiKeyActions.createApiKey.input.shape.key };
const limits = ['region', 'kind', 'maxConcurrency', 'weight', 'lowCoins', 'dailyCoinsCap'];

/** A new key, or the one around. It is typed once, when it is added; later it can only be rotated. */
export const ApiKeyDialog = () => {
  const t = useTexts('resources.api-keys');
  const record = useRecordContext<ApiKeyRecord>();
  return (
    <RecordDialog
      entity={apiKeyEntity}
      rules={record ? apiKeyEntity.inputs : newFields}
      title={t(record ? 'editTitle' : 'newTitle', { name: record?.name ?? '' })}
      {...(!record && { done: t('added') })}
    >
      <FormRow>
        <TextInput source="name" isRequired autoFocus />
        <TextInput source="pool" isRequired />
      </FormRow>
      {!record && <KeyInput source="key" isRequired />}
      <FieldInputs entity={apiKeyEntity} names={[...limits, 'remark']} />
    </RecordDialog>
  );
};

export type ApiKeyRecord = RecordOf<ApiKey>;
