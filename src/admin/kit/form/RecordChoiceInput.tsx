import { Box } from '@mui/material';
import {
  AutocompleteInput,
  ReferenceInput,
  type ReferenceInputProps,
  useChoicesContext,
  useTranslate,
} from 'react-admin';
import { useComposition } from '../base/useComposition.ts';

const CHOICES = 50;

export interface RecordChoiceInputProps {
  source: string;
  reference: string;
  /** The field that names a choice. */
  name: string;
  sort: NonNullable<ReferenceInputProps['sort']>;
  filter?: Record<string, unknown>;
  label?: string;
  helperText?: string;
  isRequired?: boolean;
  /** For what else has to change with it. */
  onChosen?: () => void;
}

/** One record of another resource, found by typing. */
export const RecordChoiceInput = (props: RecordChoiceInputProps) => {
  const { source, reference, sort, filter } = props;
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

const Choice = ({ name, label, helperText, isRequired, onChosen }: RecordChoiceInputProps) => {
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
        optionText={name}
        {...(label && { label })}
        isRequired={isRequired ?? false}
        setFilter={(q: string) => {
          if (!isComposing()) search(q);
        }}
        debounce={300}
        helperText={helperText ?? false}
        noOptionsText={translate('form.noOption')}
        onChange={() => onChosen?.()}
        fullWidth
      />
    </Box>
  );
};
