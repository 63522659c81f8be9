import { createContext, memo, type MouseEvent, useContext } from 'react';
import {
  DataTableBody,
  type DataTableBodyProps,
  DataTableRow,
  type DataTableRowProps,
  useDataTableCallbacksContext,
  useDataTableStoreContext,
  useGetPathForRecordCallback,
  useRecordContext,
  useResourceContext,
  useStore,
} from 'react-admin';
import { UNSAFE_NavigationContext } from 'react-router-dom';
import { useRowNews } from './LiveList.tsx';

/** These have a meaning of their own for every button of the mouse. */
const ACTS = 'a, button, input, label';

/** react-admin's row, which Ctrl, ⌘ and the middle button of the mouse open in a tab, as they open a link. */
const OpenableRow = memo((props: DataTableRowProps) => {
  const record = useRecordContext();
  const { rowClick } = useDataTableCallbacksContext();
  const news = useRowNews(record?.id);
  const pathOf = useGetPathForRecordCallback();
  // `useHref` renders every row anew with each address.
  const { basename } = useContext(UNSAFE_NavigationContext);
  const resource = useResourceContext() ?? '';
  const openTab = async (event: MouseEvent) => {
    if (!record || (event.target as Element).closest(ACTS)) return;
    event.stopPropagation();
    const link = await (typeof rowClick === 'function'
      ? rowClick(record.id, resource, record)
      : rowClick);
    const path = link !== 'expand' && (await pathOf({ record, link }));
    if (path) open(basename.replace(/\/$/, '') + path, '_blank', 'noopener');
  };
  return (
    <DataTableRow
      {...props}
      data-news={news}
      onClickCapture={event => void ((event.ctrlKey || event.metaKey) && openTab(event))}
      onAuxClick={event => void (event.button === 1 && openTab(event))}
      // Otherwise it begins to scroll the page.
      onMouseDown={event => event.button === 1 && event.preventDefault()}
    />
  );
});

export const HiddenColumnsContext = createContext<readonly unknown[]>([]);

/** The body of a table of these. It asks once which columns are hidden, in place of each cell. */
export const OpenableRows = (props: DataTableBodyProps) => {
  const { storeKey, defaultHiddenColumns } = useDataTableStoreContext();
  const [hidden] = useStore<readonly string[]>(storeKey, defaultHiddenColumns);
  return (
    <HiddenColumnsContext value={hidden}>
      <DataTableBody {...props} row={OpenableRow} />
    </HiddenColumnsContext>
  );
};
