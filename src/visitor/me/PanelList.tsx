import type { ReactNode } from 'react';
import { visitor } from '#i18n/zh/visitor.ts';
import { visitorMe as words } from '#i18n/zh/visitorMe.ts';
import { ListEnd } from '../ListEnd.tsx';
import type { PagedList } from '../pagedList.ts';
import { usePagedList } from '../usePagedList.ts';

interface PanelListProps<T> {
  list: PagedList<T>;
  /** Where there is nothing. */
  none: string;
  children: (item: T) => ReactNode;
}

/** A list among other things, with further pages on demand. */
export const PanelList = <T extends { _id: string }>({
  list,
  none,
  children,
}: PanelListProps<T>) => {
  const { state } = usePagedList(list);
  const { status, items, message } = state;
  return (
    <>
      {status === 'loading' && (
        <p className="hint" role="status">
          {visitor.loading}
        </p>
      )}
      {status === 'failed' && (
        <div className="panel-failure" role="alert">
          <p>{message}</p>
          <button type="button" className="button" onClick={list.retry}>
            {visitor.retry}
          </button>
        </div>
      )}
      {status === 'ready' && items.length === 0 && <p className="hint">{none}</p>}
      {items.length > 0 && (
        <ul className="ledger">
          {items.map(item => (
            <li key={item._id}>{children(item)}</li>
          ))}
        </ul>
      )}
      <ListEnd state={state} list={list} found={words.ledgerFound(items.length)} isQuiet />
    </>
  );
};
