import type { ReactNode } from 'react';
import { BackButton } from './BackButton.tsx';
import { Failure } from './Failure.tsx';
import { ListEnd } from './ListEnd.tsx';
import { EmptyNotice } from './Notice.tsx';
import type { PagedList } from './pagedList.ts';
import { PageSkeleton } from './skeletons.tsx';
import { usePagedList } from './usePagedList.ts';
import { usePageTitle } from './usePageTitle.ts';

interface ListPageProps<T> {
  list: PagedList<T>;
  title: string;
  titleClass?: string;
  texts: { none: string; noneHint: string; found: (count: number) => string };
  className: string;
  children: (item: T) => ReactNode;
}

/** A page that is a list of the visitor's own records. */
export const ListPage = <T extends { _id: string }>({
  list,
  title,
  titleClass,
  texts,
  className,
  children,
}: ListPageProps<T>) => {
  usePageTitle(title);
  const { state, retry } = usePagedList(list);
  const { status, items, message } = state;
  return (
    <>
      <BackButton />
      <h1 tabIndex={-1} className={titleClass}>
        {title}
      </h1>
      {status === 'loading' && <PageSkeleton />}
      {status === 'failed' && <Failure message={message} onRetry={retry} />}
      {status === 'ready' && items.length === 0 && (
        <EmptyNotice title={texts.none}>{texts.noneHint}</EmptyNotice>
      )}
      {items.length > 0 && (
        <ul className={className}>
          {items.map(item => (
            <li key={item._id}>{children(item)}</li>
          ))}
        </ul>
      )}
      <ListEnd state={state} list={list} found={texts.found(items.length)} isQuiet />
    </>
  );
};
