import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { useListContext } from 'react-admin';
import type { AnyRecord, RecordOf } from '../base/hooks.ts';

export interface SelectionScope {
  /** Whether every record of the page is selected; then all that match can be selected. */
  pageIsFull: boolean;
  /** The selection stands for everything the filter matches, other pages included. */
  isAll: boolean;
  setAll: (all: boolean) => void;
}

const Context = createContext<SelectionScope>({
  pageIsFull: false,
  isAll: false,
  setAll: () => undefined,
});

/** Outside a `List` a selection is only the selected records. */
export const useSelectionScope = () => use(Context);

/** "All that match" is valid for the filter and page where it was chosen, until a row is deselected. */
export const SelectionScopeProvider = ({ children }: { children: ReactNode }) => {
  const { data = [], selectedIds, filterValues } = useListContext();
  const [chosenFor, setChosenFor] = useState<string | null>(null);
  const pageIsFull = data.length > 0 && data.every(({ id }) => selectedIds.includes(id));
  const here = JSON.stringify(filterValues);
  const isAll = pageIsFull && chosenFor === here;
  if (chosenFor !== null && !isAll) setChosenFor(null);
  const scope = useMemo(
    () => ({ pageIsFull, isAll, setAll: (all: boolean) => setChosenFor(all ? here : null) }),
    [pageIsFull, isAll, here],
  );
  return <Context value={scope}>{children}</Context>;
};

/** Whether an action may suit one of the selected records. Of those that are not on the page nobody knows: it may. */
export const useAnySelected = <R extends AnyRecord>() => {
  const { data = [], selectedIds } = useListContext<RecordOf<R>>();
  const known = new Map(data.map(record => [record.id, record]));
  return (suits: (record: RecordOf<R>) => boolean) =>
    selectedIds.some(id => {
      const record = known.get(id);
      return !record || suits(record);
    });
};
