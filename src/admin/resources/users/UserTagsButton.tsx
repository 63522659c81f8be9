import { Autocomplete, TextField } from '@mui/material';
import { useInput, useTranslate } from 'react-admin';
import type { User } from '#contract/user.ts';
import { adminUserActions } from '#contract/userActions.ts';
import { ActionButton } from '../../kit/action/ActionButton.tsx';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import { sentenceOf } from '../../kit/form/sentenceOf.ts';

const { tags } = adminUserActions.setTags.input.shape;

export const UserTagsButton = ({ user }: { user: RecordOf<User> }) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  if (user.status === 'deleted') return null;
  return (
    <ActionButton
      label={translate('resources.users.tag.action')}
      size="small"
      variant="text"
      dialog={
        <ActionDialog
          texts="resources.users.tag"
          title={translate('resources.users.tag.action')}
          fields={{ tags }}
          defaults={{ tags: user.tags }}
          submit={translate('ra.action.save')}
          run={input => invoke('adminUser', 'setTags', { id: user.id, ...input })}
        >
          <TagsInput />
        </ActionDialog>
      }
    />
  );
};

const TagsInput = () => {
  const translate = useTranslate();
  const { field, fieldState } = useInput({ source: 'tags' });
  return (
    <Autocomplete
      multiple
      freeSolo
      autoSelect
      options={[]}
      value={field.value as string[]}
      onChange={(_event, value) => field.onChange(value.map(one => one.trim()).filter(Boolean))}
      renderInput={params => (
        <TextField
          {...params}
          label={translate('resources.users.fields.tags')}
          error={fieldState.invalid}
          helperText={sentenceOf(fieldState.error) ?? translate('resources.users.tag.help')}
        />
      )}
    />
  );
};
