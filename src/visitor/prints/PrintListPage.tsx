import { useMemo } from 'react';
import type { ActionOutput } from '#contract/index.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { visitorPrints as t } from '#i18n/zh/visitorPrints.ts';
import { formatYuan } from '../../shared/money.ts';
import { SignedImage } from '../../shared/SignedImage.tsx';
import { exactMinute } from '../../shared/time.ts';
import { BackButton } from '../BackButton.tsx';
import { EmptyNotice } from '../EmptyNotice.tsx';
import { Failure } from '../Failure.tsx';
import { Link } from '../Link.tsx';
import { ListEnd } from '../ListEnd.tsx';
import { printAddress } from '../location.ts';
import { createPagedList } from '../pagedList.ts';
import { PageSkeleton } from '../skeletons.tsx';
import { usePagedList } from '../usePagedList.ts';
import { usePageTitle } from '../usePageTitle.ts';
import { statusText } from './statusText.ts';
import './prints.css';

type ListedPrint = ActionOutput<'appPrint', 'getPrintOrders'>['list'][number];

const PAGE_SIZE = 20;

const createPrints = (invoke: Invoke) =>
  createPagedList<ListedPrint>({
    pageSize: PAGE_SIZE,
    freshMs: 0,
    read: after =>
      invoke('appPrint', 'getPrintOrders', { pageSize: PAGE_SIZE, ...(after && { after }) }),
  });

/** The visitor's print orders, the newest first. */
export const PrintListPage = ({ invoke }: { invoke: Invoke }) => {
  usePageTitle(t.listTitle);
  const list = useMemo(() => createPrints(invoke), [invoke]);
  const { state, retry } = usePagedList(list);
  const { status, items, more, message } = state;
  return (
    <>
      <BackButton />
      <h1 tabIndex={-1} className="print-title">
        {t.listTitle}
      </h1>
      {status === 'loading' && <PageSkeleton />}
      {status === 'failed' && <Failure message={message} onRetry={retry} />}
      {status === 'ready' && items.length === 0 && (
        <EmptyNotice title={t.none}>{t.noneHint}</EmptyNotice>
      )}
      {items.length > 0 && (
        <ul className="print-list">
          {items.map(print => (
            <li key={print._id}>
              <PrintRow print={print} />
            </li>
          ))}
        </ul>
      )}
      {status === 'ready' && (more !== 'end' || items.length > PAGE_SIZE) && (
        <ListEnd
          state={state}
          found={t.found(items.length)}
          onMore={list.loadMore}
          onRetry={list.retry}
        />
      )}
    </>
  );
};

const PrintRow = ({ print }: { print: ListedPrint }) => (
  <Link href={printAddress(print._id)} className="print-list-row">
    <SignedImage src={print.items[0]?.filePath ?? ''} alt="" className="fill" />
    <span className="print-list-text">
      <strong>{statusText(print)}</strong>
      <span>{`${t.photos(print.photoCount)} · ${formatYuan(print.payFen)}`}</span>
      <small>{exactMinute(print.createTime)}</small>
    </span>
  </Link>
);
