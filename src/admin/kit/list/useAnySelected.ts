import { type RaRecord, useListContext } from 'react-admin';

/** Whether an action may suit one of the selected records. Of those that are not on the page nobody knows: it may. */
export const useAnySelected = <R extends RaRecord>() => {
  const { data = [], selectedIds } = useListContext<R>();
  const known = new Map(data.map(record => [record.id, record]));
  return (suits: (record: R) => boolean) =>
    selectedIds.some(id => {
      const record = known.get(id);
      return !record || suits(record);
    });
};
