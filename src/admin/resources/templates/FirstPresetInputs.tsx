import { FormControlLabel, FormHelperText, Switch } from '@mui/material';
import { TextInput, useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { presetEntity } from '#contract/preset.ts';
import type { TemplateInput } from '#contract/templateInput.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { FormSection } from '../../kit/form/FormSection.tsx';
import { PresetParamsInput, PresetPromptInputs } from '../presets/parts.ts';

const SOURCE = 'preset';
const preset = (key: string) => `resources.templates/presets.${key}`;

/** The prompt belongs to a preset: the first one is created together with the template. */
export const FirstPresetInputs = () => {
  const translate = useTranslate();
  const t = useTexts('resources.templates.firstPreset');
  const { setValue } = useFormContext();
  const isWanted = useWatch({ name: SOURCE }) !== undefined;
  const inputs = (useWatch({ name: 'inputs' }) ?? []) as TemplateInput[];
  const want = (wanted: boolean) =>
    setValue(SOURCE, wanted ? { ...presetEntity.defaults, name: t('name') } : undefined, {
      shouldDirty: true,
      shouldValidate: true,
    });
  return (
    <>
      <FormSection title={t('section')} help={t('help')}>
        <FormControlLabel
          label={t('add')}
          control={
            <Switch
              checked={isWanted}
              onChange={(_event, on) => want(on)}
              slotProps={{ input: { role: 'switch' } }}
            />
          }
          sx={{ alignSelf: 'flex-start', minHeight: 44 }}
        />
        {isWanted && (
          <>
            <FormHelperText sx={{ mt: 0, mb: 1 }}>{t('isDefault')}</FormHelperText>
            <TextInput
              source={`${SOURCE}.name`}
              label={preset('fields.name')}
              helperText={preset('help.name')}
              isRequired
            />
          </>
        )}
      </FormSection>
      {isWanted && (
        <>
          <FormSection
            title={translate(preset('sections.prompt'))}
            help={translate(preset('sections.promptHelp'))}
          >
            <PresetPromptInputs within={`${SOURCE}.`} />
          </FormSection>
          <FormSection
            title={translate(preset('sections.params'))}
            help={translate(preset('sections.paramsHelp'))}
          >
            <PresetParamsInput inputs={inputs} source={`${SOURCE}.params`} />
          </FormSection>
        </>
      )}
    </>
  );
};
