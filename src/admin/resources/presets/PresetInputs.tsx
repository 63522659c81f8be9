import { FormHelperText } from '@mui/material';
import { NumberInput, SelectInput, TextArrayInput, TextInput, useTranslate } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import { FormRow, FormSection } from '../../kit/form/FormSection.tsx';
import { ImageUploadInput } from '../../kit/form/ImageUploadInput.tsx';
import { PresetParamsInput } from './PresetParamsInput.tsx';
import type { PresetRules } from './presetRules.ts';
import { PresetTemplateInput } from './PresetTemplateInput.tsx';
import { usePresetTemplate } from './usePresetTemplate.ts';
import { choicesOf } from '../../kit/form/choicesOf.ts';

const t = (key: string) => `resources.templates/presets.${key}`;
const statuses = choicesOf(enabledStatuses);

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
        helperText={false}
      />
    ))}
  </>
);

export const PresetInputs = ({ rules }: { rules: PresetRules }) => {
  const translate = useTranslate();
  const { template, isPending } = usePresetTemplate(rules);
  return (
    <>
      <FormSection title={translate(t('sections.basic'))} help={translate(t('sections.basicHelp'))}>
        <FormRow>
          <PresetTemplateInput />
          <TextInput source="name" helperText={t('help.name')} isRequired />
        </FormRow>
        <FormRow>
          <TextArrayInput source="tags" helperText={t('help.tags')} />
          <FormRow>
            <SelectInput
              source="status"
              choices={statuses}
              translateChoice={false}
              helperText={t('help.status')}
              isRequired
            />
            <NumberInput source="sort" helperText={t('help.sort')} step={1} />
          </FormRow>
        </FormRow>
        <ImageUploadInput source="coverImage" scene="template" helperText={t('help.coverImage')} />
      </FormSection>
      <FormSection
        title={translate(t('sections.params'))}
        help={translate(t('sections.paramsHelp'))}
      >
        {template ? (
          <PresetParamsInput inputs={template.inputs} />
        ) : (
          <FormHelperText>
            {translate(isPending ? 'ra.message.loading' : t('params.chooseTemplate'))}
          </FormHelperText>
        )}
      </FormSection>
      <FormSection
        title={translate(t('sections.prompt'))}
        help={translate(t('sections.promptHelp'))}
      >
        <PresetPromptInputs />
      </FormSection>
    </>
  );
};
