import { useQueryClient } from '@tanstack/react-query';
import type { RaRecord } from 'react-admin';

/** Puts a newer version of a record, e.g. a conflict's other one, wherever its resource is on the screen. */
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
