import {
  AutocompleteArrayInput,
  ReferenceArrayInput as RaReferenceArrayInput,
  type ReferenceArrayInputProps as RaReferenceArrayInputProps,
  useChoicesContext,
  useCreate,
  useNotify,
  useTranslate,
} from 'react-admin';
import type { ActionFailure } from '#dataProvider/invoke.ts';
import { useRequestKey } from '../../../shared/requestKey.ts';
import { useCan } from '../base/CanAccess.tsx';
import { BY_PLACE } from '../base/listSearch.ts';
import { useHelp } from './inputs.tsx';
import { CHOICES, useReferenceSearch } from './ReferenceInput.tsx';

export interface ReferenceArrayInputProps extends RaReferenceArrayInputProps {
  /** The field that names a choice, and the only one a new one needs. */
  name?: string;
}

/** react-admin's `ReferenceArrayInput`: several records that the role sees, by default found by typing or created on the spot. */
export const ReferenceArrayInput = ({
  name = 'name',
  label,
  children = <Choices name={name} label={label} />,
  sort = BY_PLACE,
  perPage = CHOICES,
  ...props
}: ReferenceArrayInputProps) =>
  useCan()({ resource: props.reference, action: 'list' }) ? (
    <RaReferenceArrayInput sort={sort} perPage={perPage} {...props}>
      {children}
    </RaReferenceArrayInput>
  ) : null;

type ChoicesProps = { name: string } & Pick<RaReferenceArrayInputProps, 'label'>;

const Choices = ({ name, label }: ChoicesProps) => {
  const translate = useTranslate();
  const notify = useNotify();
  const { resource, source } = useChoicesContext();
  const [create] = useCreate();
  const mayCreate = useCan()({ resource, action: 'create' });
  const { keyOf, answered } = useRequestKey();
  const { setFilter, around } = useReferenceSearch();

  const createChoice = async (item: string | undefined) => {
    const text = item?.trim() ?? '';
    if (!text) return undefined;
    try {
      const record: unknown = await create(
        resource,
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

  return around(
    <AutocompleteArrayInput
      label={label}
      optionText={name}
      setFilter={setFilter}
      debounce={300}
      {...(mayCreate && { onCreate: createChoice, createItemLabel: 'form.createOption' })}
      filterSelectedOptions
      helperText={useHelp(source)}
      noOptionsText={translate('form.noOption')}
      fullWidth
      // As high as with chips.
      sx={{ '& .MuiAutocomplete-inputRoot': { minHeight: 42 } }}
    />,
  );
};
