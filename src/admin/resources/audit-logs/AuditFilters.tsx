import { useQuery } from '@tanstack/react-query';
import { auditResults } from '#contract/auditLog.ts';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { DateRangeFilter } from '../../kit/list/DateRangeFilter.tsx';
import { AuditActionFilter } from './AuditActionFilter.tsx';
import { auditKinds } from './auditKinds.ts';
import { useAuditLabels } from './useAuditLabels.ts';

export const AuditFilters = () => {
  const invoke = useInvoke();
  const { kindLabel } = useAuditLabels();
  const { data: actors = [] } = useQuery({
    queryKey: ['adminAuditLog', 'getActors'],
    queryFn: async () => (await invoke('adminAuditLog', 'getActors', {})).list,
    staleTime: 300_000,
  });
  return (
    <>
      <ChoiceFilter
        source="adminId"
        choices={Object.fromEntries(actors.map(({ _id, name }) => [_id, { label: name }]))}
      />
      <AuditActionFilter />
      <ChoiceFilter
        source="resource"
        choices={Object.fromEntries(
          Object.keys(auditKinds).map(kind => [kind, { label: kindLabel(kind) }]),
        )}
      />
      <ChoiceFilter source="result" choices={auditResults} />
      <DateRangeFilter source="createTime" />
    </>
  );
};
