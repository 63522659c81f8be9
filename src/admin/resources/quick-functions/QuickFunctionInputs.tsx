import { Box } from '@mui/material';
import { useFormContext, useWatch } from 'react-hook-form';
import { quickPlatforms, type QuickTarget, quickTargets } from '#contract/quickFunction.ts';
import { FormRow } from '../../kit/form/FormSection.tsx';
import {
  CheckboxGroupInput,
  DateTimeInput,
  SelectInput,
  TextInput,
} from '../../kit/form/inputs.tsx';
import { AutocompleteInput, ReferenceInput } from '../../kit/form/ReferenceInput.tsx';
import { ImageUploadInput } from '../../kit/form/uploadInputs.tsx';

export const QuickFunctionInputs = () => {
  const { setValue } = useFormContext();
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: '136px minmax(0, 1fr)', columnGap: 2 }}>
        <ImageUploadInput source="icon" scene="template" ratio="1 / 1" width={136} />
        <Box>
          <TextInput source="title" isRequired autoFocus fullWidth />
          <TextInput source="badge" fullWidth />
        </Box>
      </Box>
      <FormRow>
        <SelectInput
          source="targetType"
          choices={quickTargets}
          isRequired
          // The values of another kind of target do not apply.
          onChange={() => {
            for (const field of ['targetId', 'path', 'appid']) setValue(field, '');
          }}
        />
        <QuickFunctionTargetInput />
      </FormRow>
      <FormRow>
        <DateTimeInput source="startTime" />
        <DateTimeInput source="endTime" />
      </FormRow>
      <CheckboxGroupInput source="platforms" choices={quickPlatforms} />
    </Box>
  );
};

const references = {
  template: 'templates',
  category: 'categories',
  local_app: 'local-app-templates',
} as const;
const t = (key: string) => `resources.templates/quick-functions.${key}`;

/** What an entry leads to: a record, or an address. */
const QuickFunctionTargetInput = () => {
  const type = useWatch({ name: 'targetType' }) as QuickTarget;
  switch (type) {
    case 'template':
    case 'category':
    case 'local_app':
      return (
        <ReferenceInput key={type} source="targetId" reference={references[type]}>
          <AutocompleteInput isRequired />
        </ReferenceInput>
      );
    case 'mini_program':
      return (
        <Box>
          <TextInput source="appid" isRequired />
          <TextInput source="path" helperText={t('help.otherPath')} />
        </Box>
      );
    default:
      return (
        <TextInput
          key={type}
          source="path"
          label={t(type === 'url' ? 'fields.url' : 'fields.path')}
          helperText={t(type === 'url' ? 'help.url' : 'help.path')}
          isRequired
        />
      );
  }
};
