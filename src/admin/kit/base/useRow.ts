import { useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useResourceContext } from 'react-admin';
import { useParams } from 'react-router-dom';

interface Listed {
  data: RaRecord[];
}

/**
 * What the page of a record shows until the record itself is there: its row in a list that was read before, whatever
 * that list has asked for besides (`meta`; react-admin knows the rows of lists without one). `isPlaceholderData` of the
 * page's context tells that what lists do not carry is still missing.
 */
export const useRow = (resource: string, id: RaRecord['id'] | undefined) => {
  const queryClient = useQueryClient();
  return (): RaRecord | undefined =>
    queryClient
      .getQueriesData<Listed>({ queryKey: [resource, 'getList'] })
      .flatMap(([, list]) => list?.data.filter(row => String(row.id) === String(id)) ?? [])
      .sort((one, other) => Number(other['rev']) - Number(one['rev']))[0];
};

/** The same for the record of the address. */
export const useRowOfPage = (given: { id?: RaRecord['id']; resource?: string }) => {
  const { id } = useParams();
  return useRow(useResourceContext(given) ?? '', given.id ?? id);
};
