import { AutocompleteFilter } from '../../kit/list/AutocompleteFilter.tsx';
import { useListFilters } from '../../kit/list/ListFilters.tsx';
import { auditActions } from './auditActions.ts';
import { useAuditLabels } from './useAuditLabels.ts';

interface Option {
  function: string;
  action: string;
}

const options: Option[] = auditActions.flatMap(({ name, actions }) =>
  actions.map(action => ({ function: name, action })),
);

/** One action of one function; both are part of the filter, because functions have actions of the same name. */
export const AuditActionFilter = () => {
  const { functionLabel, actionLabel } = useAuditLabels();
  const { filters, change } = useListFilters();
  const { function: name, action } = filters as Partial<Option>;
  return (
    <AutocompleteFilter
      source="action"
      width={184}
      value={options.find(one => one.function === name && one.action === action) ?? null}
      options={options}
      groupBy={option => functionLabel(option.function)}
      getOptionLabel={option => actionLabel(option.function, option.action)}
      getOptionKey={option => `${option.function}.${option.action}`}
      onChange={(_event, option) => change({ function: option?.function, action: option?.action })}
    />
  );
};
