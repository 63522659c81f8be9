import { Autocomplete, type AutocompleteProps, TextField } from '@mui/material';
import { useTranslate, useTranslateLabel } from 'react-admin';
import { quietPlaceholder } from './SearchInput.tsx';

export interface AutocompleteFilterProps<Option, FreeSolo extends boolean> extends Omit<
  AutocompleteProps<Option, false, false, FreeSolo>,
  'renderInput'
> {
  /** The field whose label names the filter. */
  source: string;
  /** Where the screen is wide. */
  width?: number;
  maxLength?: number | undefined;
}

/** A filter with many values, found by typing; what it offers and what choosing changes is its caller's. */
export const AutocompleteFilter = <Option, FreeSolo extends boolean = false>(
  props: AutocompleteFilterProps<Option, FreeSolo>,
) => {
  const { source, width = 144, maxLength, ...offered } = props;
  const translate = useTranslate();
  const label = String(useTranslateLabel()({ source }));
  return (
    <Autocomplete
      {...offered}
      size="small"
      loadingText={translate('ra.message.loading')}
      noOptionsText={translate('form.noOption')}
      clearText={translate('ra.action.clear_input_value')}
      openText={translate('ra.action.open')}
      closeText={translate('ra.action.close')}
      sx={{ width: { xs: 1, sm: width }, ...quietPlaceholder }}
      renderInput={params => (
        <TextField
          {...params}
          margin="none"
          placeholder={label}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, 'aria-label': label, maxLength },
          }}
        />
      )}
    />
  );
};
