import { Box, FormHelperText, FormLabel } from '@mui/material';
import { ReferenceField, TextField, useRecordContext, useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import type { Preset } from '#contract/preset.ts';
import { RecordChoiceInput } from '../../kit/form/RecordChoiceInput.tsx';
import { editPath, type RecordOf } from '../../kit/base/record.ts';

/** Set on creation and fixed afterwards. */
export const PresetTemplateInput = () => {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const record = useRecordContext<RecordOf<Preset>>();
  if (!record?.id) {
    return (
      <RecordChoiceInput
        source="templateId"
        reference="templates"
        name="name"
        sort={{ field: 'sort', order: 'DESC' }}
        helperText="resources.templates/presets.help.templateId"
        isRequired
        onChosen={() => setValue('params', {}, { shouldDirty: true })}
      />
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
        link={({ id }) => editPath('templates', id)}
        sx={{ display: 'block', py: 1 }}
      >
        <TextField source="name" />
      </ReferenceField>
      <FormHelperText>{translate('resources.templates/presets.help.templateFixed')}</FormHelperText>
    </Box>
  );
};
