import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import {
  AutocompleteInput as RaAutocompleteInput,
  type AutocompleteInputProps,
  ReferenceInput as RaReferenceInput,
  type ReferenceInputProps,
  useChoicesContext,
  useTranslate,
} from 'react-admin';
import { useCan } from '../base/CanAccess.tsx';
import { useComposition } from '../base/hooks.ts';
import { BY_PLACE } from '../base/listSearch.ts';
import { useHelp } from './inputs.tsx';

export const CHOICES = 50;

/** react-admin's `ReferenceInput`: one record of another resource that the role sees, by default found by typing its name. */
export const ReferenceInput = ({
  children = <AutocompleteInput />,
  sort = BY_PLACE,
  perPage = CHOICES,
  ...props
}: ReferenceInputProps) =>
  useCan()({ resource: props.reference, action: 'list' }) ? (
    <RaReferenceInput sort={sort} perPage={perPage} {...props}>
      {children}
    </RaReferenceInput>
  ) : null;

/** Searches the records of the reference around; never in the middle of a word that an input method is composing. */
export const useReferenceSearch = () => {
  const { setFilters } = useChoicesContext();
  const search = (q: string) => setFilters(q.trim() ? { q: q.trim() } : {});
  const { isComposing, handlers } = useComposition(search);
  const setFilter = (q: string) => {
    if (!isComposing()) search(q);
  };
  const around = (input: ReactNode) => (
    <Box
      onCompositionStart={handlers.onCompositionStart}
      onCompositionEnd={handlers.onCompositionEnd}
      sx={{ width: 1 }}
    >
      {input}
    </Box>
  );
  return { setFilter, around };
};

/** react-admin's `AutocompleteInput` for the records of a `ReferenceInput`, with its help. */
export const AutocompleteInput = (props: AutocompleteInputProps) => {
  const translate = useTranslate();
  const { source } = useChoicesContext();
  const { setFilter, around } = useReferenceSearch();
  return around(
    <RaAutocompleteInput
      optionText="name"
      setFilter={setFilter}
      debounce={300}
      helperText={useHelp(source)}
      noOptionsText={translate('form.noOption')}
      fullWidth
      {...props}
    />,
  );
};
