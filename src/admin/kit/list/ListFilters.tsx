import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useListContext } from 'react-admin';

type Filters = Record<string, unknown>;

interface ListFilters {
  /** What was asked for and is not in the address yet. */
  askedRef: RefObject<Filters | null>;
  /** How often the filters were cleared. */
  clears: number;
  countClear: () => void;
}

const Context = createContext<ListFilters>({
  askedRef: { current: null },
  clears: 0,
  countClear: () => undefined,
});

export const ListFiltersProvider = ({ children }: { children: ReactNode }) => {
  const askedRef = useRef<Filters>(null);
  const [clears, setClears] = useState(0);
  const value = useMemo(
    () => ({ askedRef, clears, countClear: () => setClears(count => count + 1) }),
    [clears],
  );
  return <Context value={value}>{children}</Context>;
};

/**
 * The filters of a list, kept in the address. react-admin writes them there in a timeout, and takes all of them at
 * once; so a change starts from those asked for last, which may be ahead of what is rendered.
 */
export const useListFilters = () => {
  const { askedRef, clears, countClear } = use(Context);
  const { filterValues, setFilters } = useListContext();
  const ask = (filters: Filters) => {
    askedRef.current = filters;
    setFilters(filters);
    // After react-admin's own timeout; by then they are rendered, see createRouterProvider.
    setTimeout(() => {
      if (askedRef.current === filters) askedRef.current = null;
    });
  };
  return {
    filters: filterValues as Filters,
    /** An undefined value removes its filter. */
    change: (changes: Filters) => {
      const before = askedRef.current ?? (filterValues as Filters);
      if (Object.entries(changes).some(([source, value]) => before[source] !== value))
        ask({ ...before, ...changes });
    },
    clear: () => {
      countClear();
      ask({});
    },
    clears,
  };
};
