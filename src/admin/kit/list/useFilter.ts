import { useListContext } from 'react-admin';

/** One filter of a list, kept in the address, and removed when empty. */
export const useFilter = <T>(source: string): [T | undefined, (value: T | undefined) => void] => {
  const { filterValues, setFilters, displayedFilters } = useListContext();
  const { [source]: value, ...others } = filterValues as Record<string, unknown>;
  return [
    value as T | undefined,
    next =>
      setFilters(
        next === undefined ? others : { ...others, [source]: next },
        displayedFilters,
        false,
      ),
  ];
};
