import { useState } from 'react';
import { MAX_USER_TAG_LENGTH, userTag } from '#contract/user.ts';
import { AutocompleteFilter } from '../../kit/list/AutocompleteFilter.tsx';
import { isText, useFilter } from '../../kit/list/useFilter.ts';
import { useKnownTags } from './TagsField.tsx';

/** Users with one tag; those given last are offered, any other may be typed. */
export const UserTagFilter = ({ source }: { source: string }) => {
  const [tag, setTag] = useFilter(source, isText);
  const [isOpened, setOpened] = useState(false);
  const known = useKnownTags(isOpened);
  return (
    <AutocompleteFilter
      source={source}
      freeSolo
      forcePopupIcon
      options={known}
      value={tag ?? null}
      onOpen={() => setOpened(true)}
      // What can be no tag finds nothing and is not asked for.
      onChange={(_event, typed) => setTag(userTag.safeParse(typed ?? '').data)}
      maxLength={MAX_USER_TAG_LENGTH}
    />
  );
};
