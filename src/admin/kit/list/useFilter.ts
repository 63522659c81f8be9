import { useListContext } from 'react-admin';

/** One filter of a list; it lives in the address, and leaves it when it is emptied. */
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
