import { createContext, type ReactNode, use, useMemo, useRef, useState } from 'react';
import { useEvent, useListFilterContext } from 'react-admin';
import { useUnchanged } from '../base/hooks.ts';

type Filters = Record<string, unknown>;

interface ListFilters {
  filters: Filters;
  /** An undefined value removes its filter. */
  change: (changes: Filters) => void;
  clear: () => void;
  /** How often the filters were cleared. */
  clears: number;
}

const Context = createContext<ListFilters>({
  filters: {},
  change: () => undefined,
  clear: () => undefined,
  clears: 0,
});

/**
 * The filters of a list, kept in the address. react-admin writes them there in a timeout, and takes all of them at
 * once; so a change starts from those asked for last, which may be ahead of what is rendered. What shows filters is
 * rendered anew only when they change, not with each page of records.
 */
export const ListFiltersProvider = ({ children }: { children: ReactNode }) => {
  const { filterValues, setFilters } = useListFilterContext();
  const filters = useUnchanged(filterValues as Filters);
  const [clears, setClears] = useState(0);
  /** What was asked for and is not in the address yet. */
  const askedRef = useRef<Filters>(null);
  const ask = (asked: Filters) => {
    askedRef.current = asked;
    setFilters(asked);
    // After react-admin's own timeout; by then they are rendered, see createRouterProvider.
    setTimeout(() => {
      if (askedRef.current === asked) askedRef.current = null;
    });
  };
  const change = useEvent((changes: Filters) => {
    const before = askedRef.current ?? filters;
    if (Object.entries(changes).some(([source, value]) => before[source] !== value))
      ask({ ...before, ...changes });
  });
  const clear = useEvent(() => {
    setClears(count => count + 1);
    ask({});
  });
  const value = useMemo(
    () => ({ filters, change, clear, clears }),
    [filters, change, clear, clears],
  );
  return <Context value={value}>{children}</Context>;
};

export const useListFilters = () => use(Context);
