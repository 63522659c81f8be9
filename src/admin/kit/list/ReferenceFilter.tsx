import { createFilterOptions } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { type SortPayload, useGetList, useGetMany } from 'react-admin';
import { MAX_PAGE_SIZE, MAX_SEARCH_LENGTH } from '#contract/constants.ts';
import { useCan } from '../base/CanAccess.tsx';
import { useComposition } from '../base/hooks.ts';
import { BY_PLACE } from '../base/listSearch.ts';
import { AutocompleteFilter } from './AutocompleteFilter.tsx';
import { isText, useFilter } from './useFilter.ts';

const DEBOUNCE_MS = 300;
const CHOICES = 50;

export interface ReferenceFilterProps {
  source: string;
  reference: string;
  /** The field that names a choice. */
  name?: string;
  sort?: SortPayload;
  /** There are few: all are offered, and what is typed narrows them here. */
  whole?: boolean;
}

interface Option {
  id: string;
  [field: string]: unknown;
}

const narrowed = createFilterOptions<Option>();

/** Filters a list by one record of another resource, found by typing; not there where the role does not see these. */
export const ReferenceFilter = (props: ReferenceFilterProps) =>
  useCan()({ resource: props.reference, action: 'list' }) ? <Filter {...props} /> : null;

const Filter = (props: ReferenceFilterProps) => {
  const { source, reference, name = 'name', sort = BY_PLACE, whole = false } = props;
  const [id, setId] = useFilter(source, isText);
  const [q, setQ] = useState('');
  const [opened, setOpened] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const later = (text: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setQ(text.trim()), DEBOUNCE_MS);
  };
  const { isComposing, handlers } = useComposition(later);

  const { data: options = [], isFetching } = useGetList<Option>(
    reference,
    {
      pagination: { page: 1, perPage: whole ? MAX_PAGE_SIZE : CHOICES },
      sort,
      filter: q && !whole ? { q } : {},
    },
    { enabled: opened, staleTime: 30_000, placeholderData: previous => previous },
  );
  const { data: [selected] = [] } = useGetMany<Option>(
    reference,
    { ids: id ? [id] : [] },
    { enabled: Boolean(id), staleTime: 30_000 },
  );

  return (
    <AutocompleteFilter
      source={source}
      value={id && selected ? selected : null}
      options={options}
      loading={isFetching}
      onOpen={() => setOpened(true)}
      onChange={(_event, option) => setId(option?.id)}
      onInputChange={(_event, text, reason) => {
        if (reason === 'input' && !isComposing()) later(text);
        else if (reason !== 'input') setQ('');
      }}
      getOptionLabel={option => String(option[name] ?? '')}
      getOptionKey={option => option.id}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      filterOptions={whole ? narrowed : found => found}
      maxLength={MAX_SEARCH_LENGTH}
      {...handlers}
    />
  );
};
