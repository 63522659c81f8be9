import EditIcon from '@mui/icons-material/EditOutlined';
import { Box } from '@mui/material';
import { NullableBooleanInput } from 'react-admin';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { type Template, templateEntity } from '#contract/template.ts';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { BooleanInput, NumberInput, SelectInput } from '../../kit/form/inputs.tsx';
import { ReferenceArrayInput } from '../../kit/form/ReferenceArrayInput.tsx';
import { BulkActionButton } from '../../kit/list/BulkActionButton.tsx';

const flags = ['isRecommend', 'isNew', 'vipOnly'] as const;
const numbers = ['costCredits', 'sort'] as const;
const references = { categoryIds: 'categories', keywordIds: 'keywords' } as const;
type Several = keyof typeof references;
type Field = (typeof flags)[number] | (typeof numbers)[number] | Several;
const fields: readonly Field[] = [...flags, ...numbers, 'categoryIds', 'keywordIds'];

type Values = Partial<Pick<Template, Field>> & { field?: Field; add: boolean };

const isSeveral = (field: Field): field is Several => field in references;

/** Sets one field of the selected templates. */
export const TemplateBulkEditButton = () => {
  const t = useTexts('resources.templates.bulk');
  const { invoke } = useDataProvider();
  const form = useForm<Values>({ defaultValues: { add: true } });
  const { field, add, ...values } = useWatch({ control: form.control }) as Values;
  const given = field && templateEntity.inputs[field].safeParse(values[field]);
  const isEmpty = field === undefined || values[field] === undefined || values[field] === null;
  const cleared = field && isSeveral(field) && add && values[field]?.length === 0;
  return (
    <BulkActionButton
      label={t('edit')}
      icon={<EditIcon />}
      title={count => t('editTitle', { count })}
      canConfirm={!isEmpty && !cleared && given?.success === true}
      actOnMany={async ids => {
        const set = { ids, field, value: given?.data, ...(field && isSeveral(field) && { add }) };
        return (await invoke('adminTemplate', 'batchUpdate', set as never)).results;
      }}
    >
      <FormProvider {...form}>
        <Box sx={{ display: 'grid', mt: 1 }}>
          <FieldInput />
          {field && <ValueInput key={field} field={field} />}
        </Box>
      </FormProvider>
    </BulkActionButton>
  );
};

const FieldInput = () => {
  const t = useTexts('resources.templates');
  return (
    <SelectInput
      source="field"
      label={t('bulk.field')}
      helperText={false}
      choices={fields.map(id => ({ id, name: t(`fields.${id}`) }))}
    />
  );
};

const ValueInput = ({ field }: { field: Field }) => {
  const t = useTexts('resources.templates');
  if (isSeveral(field))
    return (
      <>
        <ReferenceArrayInput
          source={field}
          reference={references[field]}
          label={t(`fields.${field}`)}
          {...(field === 'keywordIds' && { name: 'word' })}
        />
        <BooleanInput source="add" label={t('bulk.add')} helperText={t('bulk.addHelp')} />
      </>
    );
  if (numbers.some(one => one === field)) return <NumberInput source={field} helperText={false} />;
  return (
    <NullableBooleanInput
      source={field}
      nullLabel=" "
      trueLabel={t('bulk.yes')}
      falseLabel={t('bulk.no')}
    />
  );
};
