import { Box } from '@mui/material';
import {
  AutocompleteArrayInput,
  ReferenceArrayInput,
  useChoicesContext,
  useCreate,
  useNotify,
  useTranslate,
} from 'react-admin';
import type { ActionFailure } from '#dataProvider/invoke.ts';
import { useRequestKey } from '../../../shared/requestKey.ts';
import { useComposition } from '../base/useComposition.ts';
import { useHelp } from './inputs.tsx';

const CHOICES = 50;

export interface ReferencesInputProps {
  source: string;
  reference: string;
  /** The field that names a choice, and the only one a new one needs. */
  name: string;
  sort: { field: string; order: 'ASC' | 'DESC' };
}

/** Several records of another resource, found by typing or created on the spot. */
export const ReferencesInput = (props: ReferencesInputProps) => (
  <ReferenceArrayInput
    source={props.source}
    reference={props.reference}
    sort={props.sort}
    perPage={CHOICES}
  >
    <Choices {...props} />
  </ReferenceArrayInput>
);

const Choices = ({ source, reference, name }: ReferencesInputProps) => {
  const translate = useTranslate();
  const notify = useNotify();
  const { setFilters } = useChoicesContext();
  const [create] = useCreate();
  const { keyOf, answered } = useRequestKey();
  const search = (q: string) => setFilters(q.trim() ? { q: q.trim() } : {});
  const { isComposing, handlers } = useComposition(search);

  const createChoice = async (item: string | undefined) => {
    const text = item?.trim() ?? '';
    if (!text) return undefined;
    try {
      const record: unknown = await create(
        reference,
        { data: { [name]: text }, meta: { idemKey: keyOf({ text }) } },
        { returnPromise: true },
      );
      answered();
      notify('form.optionCreated', { type: 'success', messageArgs: { name: text } });
      return record as { id: string };
    } catch (error) {
      const { body, message } = error as ActionFailure;
      notify(Object.values(body?.errors ?? {})[0] ?? message, { type: 'error' });
      return undefined;
    }
  };

  return (
    <Box
      onCompositionStart={handlers.onCompositionStart}
      onCompositionEnd={handlers.onCompositionEnd}
      sx={{ width: 1 }}
    >
      <AutocompleteArrayInput
        optionText={name}
        setFilter={(q: string) => {
          if (!isComposing()) search(q);
        }}
        debounce={300}
        onCreate={createChoice}
        createItemLabel="form.createOption"
        filterSelectedOptions
        helperText={useHelp(source)}
        noOptionsText={translate('form.noOption')}
        fullWidth
      />
    </Box>
  );
};
