import { TextInput, useRecordContext } from 'react-admin';
import { useTexts } from '../../kit/base/hooks.ts';
import { FormRow, FormSection } from '../../kit/form/FormSection.tsx';
import { FormTabs } from '../../kit/form/FormTabs.tsx';
import { ImageUploadInput } from '../../kit/form/ImageUploadInput.tsx';
import { ReferencesInput } from '../../kit/form/ReferencesInput.tsx';
import { FirstPresetInputs } from './FirstPresetInputs.tsx';
import { TemplateBillingInputs } from './TemplateBillingInputs.tsx';
import { TemplateDisplayInputs } from './TemplateDisplayInputs.tsx';
import { TemplateHistory } from './TemplateHistory.tsx';
import { TemplateInputsEditor } from './TemplateInputsEditor.tsx';
import { TemplatePresets } from './TemplatePresets.tsx';

const basic = ['name', 'subtitle', 'description', 'coverImage', 'categoryIds', 'keywordIds'];
const display = [
  'beforeImage',
  'afterImage',
  'sampleImages',
  'videoFileId',
  'sort',
  'isRecommend',
  'isNew',
];
const billing = [
  'engine',
  'workflowId',
  'webappId',
  'apiKeyPool',
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
          fields: ['inputs'],
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
              { id: 'history', label: label('history'), content: <TemplateHistory />, lazy: true },
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

/** All that going online demands, and what helps to find it. */
const TemplateBasicInputs = () => {
  const t = useTexts('resources.templates');
  return (
    <>
      <FormSection title={t('sections.basic')} help={t('sections.basicHelp')}>
        <FormRow>
          <TextInput source="name" helperText={t('help.name')} isRequired />
          <TextInput source="subtitle" helperText={t('help.subtitle')} />
        </FormRow>
        <TextInput source="description" multiline minRows={3} />
        <FormRow>
          <ReferencesInput
            source="categoryIds"
            reference="categories"
            name="name"
            sort={{ field: 'sort', order: 'DESC' }}
            helperText={t('help.categoryIds')}
          />
          <ReferencesInput
            source="keywordIds"
            reference="keywords"
            name="word"
            sort={{ field: 'weight', order: 'DESC' }}
            helperText={t('help.keywordIds')}
          />
        </FormRow>
      </FormSection>
      <FormSection title={t('sections.cover')} help={t('sections.coverHelp')}>
        <ImageUploadInput source="coverImage" scene="template" helperText={t('help.coverImage')} />
      </FormSection>
    </>
  );
};
