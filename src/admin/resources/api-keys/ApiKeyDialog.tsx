import { useRecordContext, useTranslate } from 'react-admin';
import { apiKeyActions, apiKeyEntity, apiKeyKinds, apiKeyRegions } from '#contract/apiKey.ts';
import type { ActionData } from '#contract/index.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { FormRow } from '../../kit/form/FormSection.tsx';
import { NumberInput, PasswordInput, SelectInput, TextInput } from '../../kit/form/inputs.tsx';
import type { ApiKeyRecord } from './ApiKeyRecord.ts';

const written = Object.keys(apiKeyEntity.inputs) as (keyof typeof apiKeyEntity.inputs)[];
const newFields = { ...apiKeyEntity.inputs, key: apiKeyActions.createApiKey.input.shape.key };
type NewKey = ActionData<'adminApiKey', 'createApiKey'>;

/** A new key, or the one around. It is typed once, when it is added; later it can only be rotated. */
export const ApiKeyDialog = () => {
  const translate = useTranslate();
  const t = useTexts('resources.api-keys');
  const dataProvider = useDataProvider();
  const record = useRecordContext<ApiKeyRecord>();
  const stored = record && Object.fromEntries(written.map(field => [field, record[field]]));
  return (
    <ActionDialog
      wide
      title={t(record ? 'editTitle' : 'newTitle', { name: record?.name ?? '' })}
      fields={record ? apiKeyEntity.inputs : newFields}
      defaults={stored ?? apiKeyEntity.defaults}
      submit={translate(record ? 'form.save' : 'form.create')}
      done={record ? 'form.saved' : t('added')}
      run={(values, idemKey) =>
        record
          ? dataProvider.invoke('adminApiKey', 'updateApiKey', {
              _id: record.id,
              rev: record.rev,
              ...Object.fromEntries(
                written
                  .filter(field => values[field] !== record[field])
                  .map(field => [field, values[field]]),
              ),
            })
          : dataProvider.invoke('adminApiKey', 'createApiKey', { ...values, idemKey } as NewKey)
      }
    >
      <FormRow>
        <TextInput source="name" isRequired autoFocus />
        <TextInput source="pool" isRequired />
      </FormRow>
      {!record && <PasswordInput source="key" isRequired autoComplete="off" fullWidth />}
      <FormRow>
        <SelectInput source="region" choices={apiKeyRegions} isRequired />
        <SelectInput source="kind" choices={apiKeyKinds} isRequired />
      </FormRow>
      <FormRow>
        <NumberInput source="maxConcurrency" min={1} />
        <NumberInput source="weight" min={1} />
      </FormRow>
      <FormRow>
        <NumberInput source="lowCoins" min={0} />
        <NumberInput source="dailyCoinsCap" min={1} />
      </FormRow>
      <TextInput source="remark" multiline fullWidth />
    </ActionDialog>
  );
};
