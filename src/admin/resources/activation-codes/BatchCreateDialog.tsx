import { NumberInput, TextInput, useRedirect } from 'react-admin';
import { activationCodeActions, MAX_BATCH_CODES } from '#contract/activationCode.ts';
import type { ActionData } from '#contract/index.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { useInvoke, useTexts } from '../../kit/base/hooks.ts';
import { FormRow } from '../../kit/form/FormSection.tsx';
import { InstantInput } from '../../kit/form/InstantInput.tsx';
import { RecordChoiceInput } from '../../kit/form/RecordChoiceInput.tsx';
import { batchPath } from './records.ts';

const { name, quantity, idemKey: _key, ...more } = activationCodeActions.createBatch.input.shape;
/** An emptied input holds `null`. */
const fields = {
  name,
  quantity,
  ...Object.fromEntries(Object.entries(more).map(([key, schema]) => [key, schema.nullable()])),
};
type NewBatch = ActionData<'adminActivationCode', 'createBatch'>;

/** Empty inputs are not sent, so the server's defaults apply. */
const filledIn = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== null && value !== undefined && value !== '',
    ),
  );

export const BatchCreateDialog = () => {
  const t = useTexts('resources.activation-codes');
  const invoke = useInvoke();
  const redirect = useRedirect();
  return (
    <ActionDialog
      wide
      title={t('new')}
      facts={t('newFacts')}
      fields={fields}
      defaults={{ quantity: 100, perUserLimit: 1 }}
      submit={t('generate')}
      done={t('created')}
      onDone={({ _id }: { _id: string }) => redirect(batchPath(_id))}
      run={(values, idemKey) =>
        invoke('adminActivationCode', 'createBatch', { ...filledIn(values), idemKey } as NewBatch)
      }
    >
      <FormRow>
        <TextInput source="name" isRequired autoFocus />
        <NumberInput
          source="quantity"
          isRequired
          min={1}
          max={MAX_BATCH_CODES}
          step={100}
          helperText={t('help.quantity')}
        />
      </FormRow>
      <FormRow>
        <RecordChoiceInput
          source="packageId"
          reference="packages"
          label={t('fields.packageId')}
          helperText={t('help.packageId')}
        />
        <NumberInput source="credits" min={0} step={10} helperText={t('help.credits')} />
      </FormRow>
      <FormRow>
        <InstantInput source="validFrom" helperText={t('help.validFrom')} />
        <InstantInput source="expireTime" helperText={t('help.expireTime')} />
      </FormRow>
      <FormRow columns={3}>
        <TextInput source="prefix" helperText={t('help.prefix')} />
        <TextInput source="channel" />
        <NumberInput source="perUserLimit" min={1} />
      </FormRow>
      <TextInput source="remark" multiline fullWidth />
    </ActionDialog>
  );
};
