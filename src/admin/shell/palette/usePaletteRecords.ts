import { useQueries } from '@tanstack/react-query';
import { type RaRecord, useDataProvider, useResourceDefinitions } from 'react-admin';
import type { Detected, Target } from './detect.ts';

const SHOWN = 4;

export interface Found extends Target {
  records: RaRecord[];
  total: number;
}

/** A record by its id, or the results of the list's own search. */
const useLookUp = () => {
  const dataProvider = useDataProvider();
  return async (kind: Detected['kind'], { resource, q }: Target): Promise<Found> => {
    if (kind === 'id') {
      const { data } = await dataProvider.getOne<RaRecord>(resource, { id: q });
      return { resource, q, records: [data], total: 1 };
    }
    const { data, total = 0 } = await dataProvider.getList<RaRecord>(resource, {
      pagination: { page: 1, perPage: SHOWN },
      sort: { field: 'createTime', order: 'DESC' },
      filter: { q },
    });
    return { resource, q, records: data, total };
  };
};

/** The results of each place to search; failed ones are left out. */
export const usePaletteRecords = (detected: Detected | undefined) => {
  const definitions = useResourceDefinitions();
  const lookUp = useLookUp();
  const targets = (detected?.targets ?? []).filter(({ resource }) => definitions[resource]);
  return useQueries({
    queries: targets.map(target => ({
      queryKey: ['palette', detected?.kind, target.resource, target.q],
      queryFn: () => lookUp(detected?.kind ?? 'words', target),
      staleTime: 30_000,
      retry: false,
    })),
    combine: results => ({
      targets,
      found: results.flatMap(({ data }) => data ?? []),
      isSearching: results.some(({ isPending }) => isPending),
    }),
  });
};
