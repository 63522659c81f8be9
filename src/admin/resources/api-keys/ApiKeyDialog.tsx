import { useRecordContext, useTranslate } from 'react-admin';
import {
  type ApiKey,
  apiKeyActions,
  apiKeyEntity,
  apiKeyKinds,
  apiKeyRegions,
} from '#contract/apiKey.ts';
import type { ActionData } from '#contract/index.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { type RecordOf, useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { FormRow } from '../../kit/form/FormSection.tsx';
import { KeyInput, NumberInput, SelectInput, TextInput } from '../../kit/form/inputs.tsx';

const written = Object.keys(apiKeyEntity.inputs) as (keyof typeof apiKeyEntity.inputs)[];
const newFields = { ...apiKeyEntity.inputs, key: apiKeyActions.createApiKey.input.shape.key };
type NewKey = ActionData<'adminApiKey', 'createApiKey'>;

/** A new key, or the one around. It is typed once, when it is added; later it can only be rotated. */
export const ApiKeyDialog = () => {
  const translate = useTranslate();
  const t = useTexts('resources.api-keys');
  const { invoke } = useDataProvider();
  const record = useRecordContext<ApiKeyRecord>();
  const stored = record && Object.fromEntries(written.map(field => [field, record[field]]));
  return (
    <ActionDialog
      maxWidth="md"
      title={t(record ? 'editTitle' : 'newTitle', { name: record?.name ?? '' })}
    >
      <ActionForm
        fields={record ? apiKeyEntity.inputs : newFields}
        defaultValues={stored ?? apiKeyEntity.defaults}
        done={record ? 'form.saved' : t('added')}
        run={(values, idemKey) =>
          record
            ? invoke('adminApiKey', 'updateApiKey', {
                _id: record.id,
                rev: record.rev,
                ...Object.fromEntries(
                  written
                    .filter(field => values[field] !== record[field])
                    .map(field => [field, values[field]]),
                ),
              })
            : invoke('adminApiKey', 'createApiKey', { ...values, idemKey } as NewKey)
        }
        submit={<SubmitButton label={translate(record ? 'form.save' : 'form.create')} />}
      >
        <FormRow>
          <TextInput source="name" isRequired autoFocus />
          <TextInput source="pool" isRequired />
        </FormRow>
        {!record && <KeyInput source="key" isRequired />}
        <FormRow>
          <SelectInput source="region" choices={apiKeyRegions} isRequired />
          <SelectInput source="kind" choices={apiKeyKinds} isRequired />
        </FormRow>
        <FormRow>
          <NumberInput source="maxConcurrency" />
          <NumberInput source="weight" />
        </FormRow>
        <FormRow>
          <NumberInput source="lowCoins" />
          <NumberInput source="dailyCoinsCap" />
        </FormRow>
        <TextInput source="remark" multiline fullWidth />
      </ActionForm>
    </ActionDialog>
  );
};

export type ApiKeyRecord = RecordOf<ApiKey>;
