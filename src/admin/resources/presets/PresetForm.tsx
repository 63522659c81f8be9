import { Box, FormHelperText, FormLabel } from '@mui/material';
import { useEffect, useState } from 'react';
import { ReferenceField, TextField, useGetOne, useRecordContext, useTranslate } from 'react-admin';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { enabledStatuses } from '#contract/enabledStatuses.ts';
import { type Preset, presetEntity, type PresetParams, presetProblems } from '#contract/preset.ts';
import type { Template } from '#contract/template.ts';
import type { TemplateInput } from '#contract/templateInput.ts';
import { equal } from '#dataProvider/sameValue.ts';
import { type RecordOf, useCreatePath, useTexts } from '../../kit/base/hooks.ts';
import { StatusField } from '../../kit/field/valueFields.tsx';
import { Create } from '../../kit/form/Create.tsx';
import { Edit } from '../../kit/form/Edit.tsx';
import { FormRow, FormSection } from '../../kit/form/FormSection.tsx';
import { FormTabs } from '../../kit/form/FormTabs.tsx';
import { NumberInput, SelectInput, TextArrayInput, TextInput } from '../../kit/form/inputs.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { AutocompleteInput, ReferenceInput } from '../../kit/form/ReferenceInput.tsx';
import { SimpleForm } from '../../kit/form/SimpleForm.tsx';
import { ImageUploadInput } from '../../kit/form/uploadInputs.tsx';
import { renderersOf } from '../../kit/form/VersionValue.tsx';
import { RevisionHistory } from '../audit-logs/parts.ts';
import { PresetCopyButton, PresetDeleteButton } from './PresetButtons.tsx';
import { PresetDefaultButton } from './PresetDefaultButton.tsx';
import { PresetParamsInput } from './PresetParamsInput.tsx';
import { PresetTrialButton } from './PresetTrialButton.tsx';

export const PresetCreate = () => {
  const [rules] = useState(presetRules);
  return (
    <Create width="wide" redirect="edit">
      <SimpleForm entity={presetEntity} rules={rules.fields}>
        <PresetInputs rules={rules} />
      </SimpleForm>
    </Create>
  );
};

export const PresetEdit = () => {
  const [rules] = useState(presetRules);
  return (
    <Edit width="wide">
      <SimpleForm entity={presetEntity} rules={rules.fields}>
        <RecordHeader
          status={<StatusField choices={enabledStatuses} />}
          actions={<PresetActions />}
        />
        <PresetTabs rules={rules} />
      </SimpleForm>
    </Edit>
  );
};

const PresetActions = () => {
  const translate = useTranslate();
  const { dirtyFields } = useFormState();
  const unsaved = Object.keys(dirtyFields).length > 0;
  const disabledReason = unsaved ? translate('action.saveFirst') : undefined;
  return (
    <>
      <PresetDeleteButton variant="text" redirect="list" />
      <PresetCopyButton variant="text" disabledReason={disabledReason} />
      <PresetTrialButton variant="text" unsaved={unsaved} />
      <PresetDefaultButton variant="text" disabledReason={disabledReason} />
    </>
  );
};

const t = (key: string) => `resources.templates/presets.${key}`;

const history = (
  <RevisionHistory function="adminTemplatePreset" renderers={renderersOf(presetEntity.fields)} />
);

/** The form of a stored preset, and beside it its earlier versions. */
const PresetTabs = ({ rules }: { rules: PresetRules }) => {
  const label = useTexts('resources.templates/presets.tabs');
  return (
    <FormTabs
      label={label('label')}
      tabs={[
        {
          id: 'content',
          label: label('content'),
          fields: Object.keys(presetEntity.fields),
          content: <PresetInputs rules={rules} />,
        },
        { id: 'history', label: label('history'), content: history, lazy: true },
      ]}
    />
  );
};

/** `within`: the prefix of the preset's fields in the form, with its dot. */
export const PresetPromptInputs = ({ within = '' }: { within?: string }) => (
  <>
    {(['prompt', 'negativePrompt'] as const).map(field => (
      <TextInput
        key={field}
        source={`${within}${field}`}
        label={t(`fields.${field}`)}
        multiline
        minRows={field === 'prompt' ? 3 : 2}
      />
    ))}
  </>
);

const PresetInputs = ({ rules }: { rules: PresetRules }) => {
  const translate = useTranslate();
  const { template, isPending } = usePresetTemplate(rules);
  return (
    <>
      <FormSection name="basic">
        <FormRow>
          <PresetTemplateInput />
          <TextInput source="name" isRequired />
        </FormRow>
        <FormRow>
          <TextArrayInput source="tags" />
          <FormRow>
            <SelectInput source="status" choices={enabledStatuses} isRequired />
            <NumberInput source="sort" />
          </FormRow>
        </FormRow>
        <ImageUploadInput source="coverImage" scene="template" />
      </FormSection>
      <FormSection name="params">
        {template ? (
          <PresetParamsInput inputs={template.inputs} />
        ) : (
          <FormHelperText>
            {translate(isPending ? 'ra.message.loading' : t('params.chooseTemplate'))}
          </FormHelperText>
        )}
      </FormSection>
      <FormSection name="prompt">
        <PresetPromptInputs />
      </FormSection>
    </>
  );
};

/** The template whose inputs make the preset's form; also passed to the form's rules. */
const usePresetTemplate = (rules: PresetRules) => {
  const id = useWatch({ name: 'templateId' }) as string | null | undefined;
  const stored = useRecordContext<RecordOf<Preset>>()?.params as PresetParams | undefined;
  const { data, isFetching } = useGetOne<RecordOf<Template>>(
    'templates',
    { id: id ?? '' },
    { enabled: Boolean(id), retry: false },
  );
  const template = data?.id === id ? data : undefined;
  useEffect(() => {
    if (template) rules.know(template.inputs, stored);
  }, [rules, template, stored]);
  return { template, isPending: isFetching && !template };
};

/** Set on creation and fixed afterwards. */
const PresetTemplateInput = () => {
  const createPath = useCreatePath();
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const record = useRecordContext<RecordOf<Preset>>();
  if (!record?.id) {
    return (
      <ReferenceInput source="templateId" reference="templates">
        <AutocompleteInput
          isRequired
          onChange={() => setValue('params', {}, { shouldDirty: true })}
        />
      </ReferenceInput>
    );
  }
  return (
    <Box sx={{ mt: 1, mb: 0.5 }}>
      <FormLabel
        component="div"
        sx={{ mb: 0.5, fontSize: '0.8125rem', fontWeight: 500, color: 'text.primary' }}
      >
        {translate('resources.templates/presets.fields.templateId')}
      </FormLabel>
      <ReferenceField
        source="templateId"
        reference="templates"
        link={({ id }) => createPath({ resource: 'templates', type: 'edit', id })}
        sx={{ display: 'block', py: 1 }}
      >
        <TextField source="name" />
      </ReferenceField>
      <FormHelperText>{translate('resources.templates/presets.help.templateFixed')}</FormHelperText>
    </Box>
  );
};

interface PresetRules {
  fields: typeof presetEntity.inputs;
  /** The template's inputs and the stored values: unchanged values may stay while something else changes. */
  know: (inputs: readonly TemplateInput[], stored: PresetParams | undefined) => void;
}

/** The contract's rules and, as on the server, those of the template's inputs. */
const presetRules = (): PresetRules => {
  let known: { inputs: readonly TemplateInput[]; stored: PresetParams | undefined } | undefined;
  const params = presetEntity.inputs.params.superRefine((values, context) => {
    if (!known || equal(values, known.stored)) return;
    for (const [path, message] of Object.entries(presetProblems(known.inputs, values)))
      context.addIssue({ code: 'custom', path: path.split('.').slice(1), message });
  });
  return {
    fields: { ...presetEntity.inputs, params },
    know: (inputs, stored) => {
      known = { inputs, stored };
    },
  };
};
