import { Autocomplete, TextField } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { userTag } from '#contract/user.ts';
import { quietPlaceholder } from '../../kit/list/quietPlaceholder.ts';
import { useFilter } from '../../kit/list/useFilter.ts';
import { useKnownTags } from './useKnownTags.ts';

/** Users with one tag; those given last are offered, any other may be typed. */
export const UserTagFilter = () => {
  const translate = useTranslate();
  const label = translate('resources.users.fields.tags');
  const [tag, setTag] = useFilter<string>('tags');
  const [isOpened, setOpened] = useState(false);
  const known = useKnownTags(isOpened);
  return (
    <Autocomplete
      freeSolo
      forcePopupIcon
      options={known}
      value={tag ?? null}
      onOpen={() => setOpened(true)}
      // What can be no tag finds nothing and is not asked for.
      onChange={(_event, typed) => setTag(userTag.safeParse(typed ?? '').data)}
      size="small"
      clearText={translate('ra.action.clear_input_value')}
      openText={translate('ra.action.open')}
      closeText={translate('ra.action.close')}
      sx={{ width: { xs: 1, sm: 144 }, ...quietPlaceholder }}
      renderInput={params => (
        <TextField
          {...params}
          margin="none"
          placeholder={label}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, 'aria-label': label, maxLength: 12 },
          }}
        />
      )}
    />
  );
};
