import { useDataProvider, useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { enabledStatuses } from '#contract/enabledStatuses.ts';
import { printPapers } from '#contract/printPapers.ts';
import { printPixels, printSizeEntity } from '#contract/printSize.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { useTexts } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { choicesOf } from '../../kit/form/choicesOf.ts';
import { FormRow } from '../../kit/form/FormSection.tsx';
import {
  CheckboxGroupInput,
  MoneyInput,
  NumberInput,
  SelectInput,
  TextInput,
} from '../../kit/form/inputs.tsx';
import type { SizeRecord } from './printSize.ts';

const papers = choicesOf(printPapers);
/** Worked out from the measures where they are left empty. */
const { minPixelWidth: _w, minPixelHeight: _h, ...defaults } = printSizeEntity.defaults;
const fields = {
  ...printSizeEntity.inputs,
  minPixelWidth: printSizeEntity.inputs.minPixelWidth.nullable(),
  minPixelHeight: printSizeEntity.inputs.minPixelHeight.nullable(),
};

const pickWritable = (size: SizeRecord) =>
  Object.fromEntries(
    Object.keys(printSizeEntity.inputs).map(key => [
      key,
      size[key as keyof typeof printSizeEntity.inputs],
    ]),
  );

export const PrintSizeDialog = () => {
  const size = useRecordContext<SizeRecord>();
  const dataProvider = useDataProvider();
  const t = useTexts('resources.print-size-config');

  const save = (values: Record<string, unknown>, idemKey: string) => {
    const data = Object.fromEntries(
      Object.entries(values).filter(
        ([key, value]) => value !== null || !['minPixelWidth', 'minPixelHeight'].includes(key),
      ),
    );
    return size
      ? dataProvider.update('print-size-config', {
          id: size.id,
          data: { ...data, rev: size.rev },
          previousData: size,
        })
      : dataProvider.create('print-size-config', { data, meta: { idemKey } });
  };
  return (
    <ActionDialog maxWidth="md" title={size ? t('edit', { name: size.name }) : t('create')}>
      <ActionForm
        fields={fields}
        defaultValues={
          size ? pickWritable(size) : { ...defaults, minPixelWidth: null, minPixelHeight: null }
        }
        run={save}
        done={t(size ? 'saved' : 'created')}
        submit={<SubmitButton label={t('submit')} />}
      >
        <FormRow>
          <TextInput source="name" isRequired autoFocus={!size} />
          <TextInput source="code" isRequired />
        </FormRow>
        <FormRow columns={4}>
          <NumberInput source="widthMm" isRequired />
          <NumberInput source="heightMm" isRequired />
          <NumberInput source="dpi" isRequired />
          <NumberInput source="bleedMm" />
        </FormRow>
        <Derived />
        <FormRow>
          <NumberInput source="minPixelWidth" />
          <NumberInput source="minPixelHeight" />
        </FormRow>
        <CheckboxGroupInput source="papers" choices={papers} />
        <FormRow columns={3}>
          <MoneyInput source="basePriceFen" />
          <NumberInput source="sort" />
          <SelectInput source="status" choices={enabledStatuses} isRequired />
        </FormRow>
      </ActionForm>
    </ActionDialog>
  );
};

/** The pixels that follow from the measures typed so far. */
const Derived = () => {
  const t = useTexts('resources.print-size-config');
  const [width, height, dpi] = useWatch({ name: ['widthMm', 'heightMm', 'dpi'] }) as unknown[];
  if (![width, height, dpi].every(value => typeof value === 'number' && value > 0)) return null;
  const { pixelWidth, pixelHeight } = printPixels(width as number, height as number, dpi as number);
  return (
    <Quiet role="status" small sx={{ mb: 1 }}>
      {t('derived', { width: pixelWidth, height: pixelHeight })}
    </Quiet>
  );
};
