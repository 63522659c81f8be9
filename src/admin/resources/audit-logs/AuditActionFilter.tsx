import { Autocomplete, TextField } from '@mui/material';
import { useTranslate } from 'react-admin';
import { functions } from '#contract/index.ts';
import { useListFilters } from '../../kit/list/ListFilters.tsx';
import { quietPlaceholder } from '../../kit/list/quietPlaceholder.ts';
import { useAuditLabels } from './useAuditLabels.ts';

/** The functions and actions of the contract that are in the log. */
const auditActions: { name: string; actions: string[] }[] = Object.entries(functions)
  .map(([name, actions]) => ({
    name,
    actions: Object.entries(actions)
      .filter(([, { effect, access }]) => effect === 'write' && access !== 'visitor')
      .map(([action]) => action),
  }))
  .filter(({ actions }) => actions.length > 0);

interface Option {
  function: string;
  action: string;
}

const options: Option[] = auditActions.flatMap(({ name, actions }) =>
  actions.map(action => ({ function: name, action })),
);

/** One action of one function; both are part of the filter, because functions have actions of the same name. */
export const AuditActionFilter = () => {
  const translate = useTranslate();
  const { functionLabel, actionLabel } = useAuditLabels();
  const { filters, change } = useListFilters();
  const { function: name, action } = filters as Partial<Option>;
  const label = translate('resources.audit-logs.fields.action');
  return (
    <Autocomplete
      value={options.find(one => one.function === name && one.action === action) ?? null}
      options={options}
      groupBy={option => functionLabel(option.function)}
      getOptionLabel={option => actionLabel(option.function, option.action)}
      getOptionKey={option => `${option.function}.${option.action}`}
      onChange={(_event, option) => change({ function: option?.function, action: option?.action })}
      size="small"
      noOptionsText={translate('form.noOption')}
      clearText={translate('ra.action.clear_input_value')}
      openText={translate('ra.action.open')}
      closeText={translate('ra.action.close')}
      sx={{ width: { xs: 1, sm: 184 }, ...quietPlaceholder }}
      renderInput={params => (
        <TextField
          {...params}
          margin="none"
          placeholder={label}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, 'aria-label': label },
          }}
        />
      )}
    />
  );
};
