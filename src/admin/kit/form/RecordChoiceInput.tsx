import { Box } from '@mui/material';
import {
  AutocompleteInput,
  ReferenceInput,
  type SortPayload,
  useChoicesContext,
  useTranslate,
} from 'react-admin';
import { BY_PLACE } from '../base/listSearch.ts';
import { useComposition } from '../base/useComposition.ts';
import { useHelp } from './inputs.tsx';

const CHOICES = 50;

export interface RecordChoiceInputProps {
  source: string;
  reference: string;
  label?: string;
  isRequired?: boolean;
  /** The field that names a choice. */
  name?: string;
  /** Which records may be chosen, and in which order they are offered. */
  filter?: Record<string, unknown>;
  sort?: SortPayload;
  /** For what else has to change with it. */
  onChosen?: () => void;
}

/** One record of another resource, found by typing its name. */
export const RecordChoiceInput = (props: RecordChoiceInputProps) => {
  const { source, reference, filter, sort = BY_PLACE } = props;
  return (
    <ReferenceInput
      source={source}
      reference={reference}
      sort={sort}
      perPage={CHOICES}
      {...(filter && { filter })}
    >
      <Choice {...props} />
    </ReferenceInput>
  );
};

const Choice = ({ source, label, isRequired, name, onChosen }: RecordChoiceInputProps) => {
  const translate = useTranslate();
  const { setFilters } = useChoicesContext();
  const search = (q: string) => setFilters(q.trim() ? { q: q.trim() } : {});
  const { isComposing, handlers } = useComposition(search);
  return (
    <Box
      onCompositionStart={handlers.onCompositionStart}
      onCompositionEnd={handlers.onCompositionEnd}
      sx={{ width: 1 }}
    >
      <AutocompleteInput
        optionText={name ?? 'name'}
        {...(label && { label })}
        isRequired={isRequired ?? false}
        setFilter={(q: string) => {
          if (!isComposing()) search(q);
        }}
        debounce={300}
        helperText={useHelp(source)}
        noOptionsText={translate('form.noOption')}
        onChange={() => onChosen?.()}
        fullWidth
      />
    </Box>
  );
};
