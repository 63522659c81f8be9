import { Box } from '@mui/material';
import { TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { QuickTarget } from '#contract/quickFunction.ts';
import { RecordChoiceInput } from '../../kit/form/RecordChoiceInput.tsx';

const references = {
  template: 'templates',
  category: 'categories',
  local_app: 'local-app-templates',
} as const;
const t = (key: string) => `resources.templates/quick-functions.${key}`;
const bySort = { field: 'sort', order: 'DESC' } as const;

/** What an entry leads to: a record, or an address. */
export const QuickFunctionTargetInput = () => {
  const type = useWatch({ name: 'targetType' }) as QuickTarget;
  switch (type) {
    case 'template':
    case 'category':
    case 'local_app':
      return (
        <RecordChoiceInput
          key={type}
          source="targetId"
          reference={references[type]}
          name="name"
          sort={bySort}
          isRequired
        />
      );
    case 'mini_program':
      return (
        <Box>
          <TextInput source="appid" helperText={t('help.appid')} isRequired />
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
