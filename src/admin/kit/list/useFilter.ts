import { useEffect } from 'react';
import { useListFilters } from './ListFilters.tsx';

export const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '';

/**
 * One filter of a list, removed when undefined. An address, a saved view or the browser's storage may hold anything in
 * its place; what is no such filter is taken out of there.
 */
export const useFilter = <T>(
  source: string,
  is: (value: unknown) => value is T,
): [T | undefined, (value: T | undefined) => void] => {
  const { filters, change } = useListFilters();
  const value = filters[source];
  const isBroken = value !== undefined && !is(value);
  useEffect(() => {
    if (isBroken) change({ [source]: undefined });
  }, [isBroken, source, change]);
  return [isBroken ? undefined : (value as T | undefined), asked => change({ [source]: asked })];
};
