import { Box } from '@mui/material';
import { AutocompleteInput, ReferenceInput, useChoicesContext, useTranslate } from 'react-admin';
import { BY_PLACE } from '../base/listSearch.ts';
import { useComposition } from '../base/useComposition.ts';
import { useHelp } from './inputs.tsx';

const CHOICES = 50;

export interface RecordChoiceInputProps {
  source: string;
  reference: string;
  label?: string;
  isRequired?: boolean;
  /** For what else has to change with it. */
  onChosen?: () => void;
}

/** One record of another resource, found by typing its name. */
export const RecordChoiceInput = (props: RecordChoiceInputProps) => {
  const { source, reference } = props;
  return (
    <ReferenceInput source={source} reference={reference} sort={BY_PLACE} perPage={CHOICES}>
      <Choice {...props} />
    </ReferenceInput>
  );
};

const Choice = ({ source, label, isRequired, onChosen }: RecordChoiceInputProps) => {
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
        optionText="name"
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
