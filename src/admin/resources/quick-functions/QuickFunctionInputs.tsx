import { Box } from '@mui/material';
import { CheckboxGroupInput, SelectInput, TextInput } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { quickPlatforms, quickTargets } from '#contract/quickFunction.ts';
import { choicesOf } from '../../kit/form/choicesOf.ts';
import { FormRow } from '../../kit/form/FormSection.tsx';
import { ImageUploadInput } from '../../kit/form/ImageUploadInput.tsx';
import { InstantInput } from '../../kit/form/InstantInput.tsx';
import { QuickFunctionTargetInput } from './QuickFunctionTargetInput.tsx';

const help = (field: string) => `resources.templates/quick-functions.help.${field}`;

export const QuickFunctionInputs = () => {
  const { setValue } = useFormContext();
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: '136px minmax(0, 1fr)', columnGap: 2 }}>
        <ImageUploadInput source="icon" scene="template" ratio="1 / 1" width={136} />
        <Box>
          <TextInput source="title" helperText={help('title')} isRequired autoFocus fullWidth />
          <TextInput source="badge" helperText={help('badge')} fullWidth />
        </Box>
      </Box>
      <FormRow>
        <SelectInput
          source="targetType"
          choices={choicesOf(quickTargets)}
          isRequired
          // The values of another kind of target do not apply.
          onChange={() => {
            for (const field of ['targetId', 'path', 'appid']) setValue(field, '');
          }}
        />
        <QuickFunctionTargetInput />
      </FormRow>
      <FormRow>
        <InstantInput source="startTime" helperText={help('startTime')} />
        <InstantInput source="endTime" helperText={help('endTime')} />
      </FormRow>
      <CheckboxGroupInput source="platforms" choices={choicesOf(quickPlatforms)} />
    </Box>
  );
};
