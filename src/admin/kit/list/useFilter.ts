import { useListFilters } from './ListFilters.tsx';

/** One filter of a list, removed when undefined. */
export const useFilter = <T>(source: string): [T | undefined, (value: T | undefined) => void] => {
  const { filters, change } = useListFilters();
  return [filters[source] as T | undefined, value => change({ [source]: value })];
};
