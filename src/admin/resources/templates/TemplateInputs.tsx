import { Box, FormControlLabel, FormHelperText, Switch } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { presetEntity } from '#contract/preset.ts';
import type { TemplateInput } from '#contract/templateInput.ts';
import { BeforeAfter } from '../../../shared/BeforeAfter.tsx';
import { useTexts } from '../../kit/base/hooks.ts';
import { FormRow, FormSection } from '../../kit/form/FormSection.tsx';
import { FormTabs } from '../../kit/form/FormTabs.tsx';
import { BooleanInput, DateTimeInput, NumberInput, TextInput } from '../../kit/form/inputs.tsx';
import { ReferenceArrayInput } from '../../kit/form/ReferenceArrayInput.tsx';
import { ImagesUploadInput, ImageUploadInput } from '../../kit/form/uploadInputs.tsx';
import { RevisionHistory } from '../audit-logs/parts.ts';
import { PresetParamsInput, PresetPromptInputs } from '../presets/parts.ts';
import { VideoInput } from '../videos/parts.ts';
import { TemplateBillingInputs } from './TemplateBillingInputs.tsx';
import { TemplateInputsEditor } from './TemplateInputsEditor.tsx';
import { TemplatePresets } from './TemplatePresets.tsx';
import { templateRenderers } from './templateRenderers.tsx';

const basic = ['name', 'subtitle', 'description', 'coverImage', 'categoryIds', 'keywordIds'];
const display = [
  'beforeImage',
  'afterImage',
  'sampleImages',
  'videoFileId',
  'sort',
  'isRecommend',
  'isNew',
  'onlineAt',
  'offlineAt',
];
const billing = [
  'engine',
  'workflowId',
  'webappId',
  'apiKeyPool',
  'outputType',
  'timeoutSec',
  'largeMemory',
  'model',
  'modelNumber',
  'costCredits',
  'priceFen',
  'vipOnly',
];

/** The whole form in tabs; those about a stored template come after the editable ones. */
export const TemplateInputs = () => {
  const isStored = useRecordContext()?.id !== undefined;
  const label = useTexts('resources.templates.tabs');
  return (
    <FormTabs
      label={label('label')}
      tabs={[
        {
          id: 'basic',
          label: label('basic'),
          fields: basic,
          content: <TemplateBasicInputs />,
        },
        {
          id: 'display',
          label: label('display'),
          fields: display,
          content: <TemplateDisplayInputs />,
        },
        {
          id: 'inputs',
          label: label('inputs'),
          fields: ['inputs', 'workflowNodes'],
          content: <TemplateInputsEditor />,
        },
        {
          id: 'billing',
          label: label('billing'),
          fields: billing,
          content: <TemplateBillingInputs />,
        },
        ...(isStored
          ? [
              { id: 'presets', label: label('presets'), content: <TemplatePresets />, lazy: true },
              { id: 'history', label: label('history'), content: history, lazy: true },
            ]
          : [
              {
                id: 'presets',
                label: label('firstPreset'),
                fields: ['preset'],
                content: <FirstPresetInputs />,
              },
            ]),
      ]}
    />
  );
};

const history = <RevisionHistory function="adminTemplate" renderers={templateRenderers} />;

/** All that going online demands, and what helps to find it. */
const TemplateBasicInputs = () => (
  <>
    <FormSection name="basic">
      <FormRow>
        <TextInput source="name" isRequired />
        <TextInput source="subtitle" />
      </FormRow>
      <TextInput source="description" multiline minRows={3} />
      <FormRow>
        <ReferenceArrayInput
          source="categoryIds"
          reference="categories"
          name="name"
          sort={{ field: 'sort', order: 'DESC' }}
        />
        <ReferenceArrayInput
          source="keywordIds"
          reference="keywords"
          name="word"
          sort={{ field: 'weight', order: 'DESC' }}
        />
      </FormRow>
    </FormSection>
    <FormSection name="cover">
      <ImageUploadInput source="coverImage" scene="template" />
    </FormSection>
  </>
);

const MAX_SAMPLES = 9;
/** How the effect is shown, and the position of the template. */
const TemplateDisplayInputs = () => {
  const t = useTexts('resources.templates');
  const [before, after] = useWatch({ name: ['beforeImage', 'afterImage'] }) as string[];
  return (
    <>
      <FormSection name="effect">
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <ImageUploadInput source="beforeImage" scene="template" />
          <ImageUploadInput source="afterImage" scene="template" />
          {before && after && (
            <Box sx={{ mt: 1, width: 180 }}>
              <Box sx={{ mb: 0.5, fontSize: '0.8125rem', fontWeight: 500 }}>{t('comparison')}</Box>
              <BeforeAfter before={before} after={after} />
            </Box>
          )}
        </Box>
        <ImagesUploadInput source="sampleImages" scene="template" max={MAX_SAMPLES} />
        <VideoInput source="videoFileId" />
      </FormSection>
      <FormSection name="place">
        <FormRow columns={3}>
          <NumberInput source="sort" />
          <BooleanInput source="isRecommend" />
          <BooleanInput source="isNew" />
        </FormRow>
        <FormRow>
          <DateTimeInput source="onlineAt" />
          <DateTimeInput source="offlineAt" />
        </FormRow>
      </FormSection>
    </>
  );
};

const SOURCE = 'preset';
const preset = (key: string) => `resources.templates/presets.${key}`;

/** The prompt belongs to a preset: the first one is created together with the template. */
const FirstPresetInputs = () => {
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
