import { useQueryClient } from '@tanstack/react-query';
import type { RaRecord } from 'react-admin';

/** Replaces a record by a newer version, e.g. of a conflict, wherever its resource is shown. */
export const useShowRecord = () => {
  const queryClient = useQueryClient();
  return (resource: string, record: RaRecord) => {
    queryClient.setQueriesData<{ data?: RaRecord[] }>({ queryKey: [resource, 'getList'] }, list =>
      list?.data
        ? { ...list, data: list.data.map(old => (old.id === record.id ? record : old)) }
        : list,
    );
  };
};
