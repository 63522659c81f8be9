import { Autocomplete, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { namesIn } from '#contract/pasted.ts';
import { useDataProvider } from '../../kit/base/hooks.ts';
import { takeNames } from '../../kit/base/takeNames.ts';

export interface TagsFieldProps {
  label: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** The sentence of a refusal. */
  error?: string | undefined;
}

/** Tags of users: those given before are offered, new ones are typed. */
export const TagsField = ({ label, value, onChange, error }: TagsFieldProps) => {
  const translate = useTranslate();
  const [isOpened, setOpened] = useState(false);
  const known = useKnownTags(isOpened);
  return (
    <Autocomplete
      multiple
      freeSolo
      autoSelect
      filterSelectedOptions
      clearText={translate('ra.action.clear_input_value')}
      options={known}
      value={[...value]}
      onOpen={() => setOpened(true)}
      onChange={(_event, tags) => onChange(tags.flatMap(tag => namesIn(tag)))}
      onPaste={event =>
        takeNames(event, namesIn, names => onChange([...new Set([...value, ...names])]))
      }
      renderInput={params => (
        <TextField
          {...params}
          label={label}
          error={error !== undefined}
          helperText={error ?? translate('resources.users.tag.help')}
        />
      )}
    />
  );
};

/** The tags that users have, once one is about to be chosen. */
export const useKnownTags = (isNeeded: boolean): string[] => {
  const { invoke } = useDataProvider();
  const { data } = useQuery({
    queryKey: ['adminUser', 'getTags', {}],
    queryFn: () => invoke('adminUser', 'getTags', {}),
    enabled: isNeeded,
    staleTime: 30_000,
  });
  return data?.list ?? [];
};
