import { useMemo } from 'react';
import type { ActionOutput } from '#contract/index.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { visitorPrints as t } from '#i18n/zh/visitorPrints.ts';
import { formatYuan } from '../../shared/money.ts';
import { SignedImage } from '../../shared/SignedImage.tsx';
import { exactMinute } from '../../shared/time.ts';
import { Link } from '../Link.tsx';
import { ListPage } from '../ListPage.tsx';
import { printAddress } from '../location.ts';
import { createPagedList } from '../pagedList.ts';
import { statusText } from './usePrintOrder.ts';
import './prints.css';

const createPrints = (invoke: Invoke) =>
  createPagedList<ActionOutput<'appPrint', 'getPrintOrders'>['list'][number]>({
    pageSize: 20,
    read: page => invoke('appPrint', 'getPrintOrders', page),
  });

/** The visitor's print orders, the newest first. */
export const PrintListPage = ({ invoke }: { invoke: Invoke }) => {
  const list = useMemo(() => createPrints(invoke), [invoke]);
  return (
    <ListPage
      list={list}
      title={t.listTitle}
      titleClass="print-title"
      texts={t}
      className="print-list"
    >
      {print => (
        <Link href={printAddress(print._id)} className="print-list-row">
          <SignedImage src={print.items[0]?.filePath ?? ''} alt="" className="fill" />
          <span className="print-list-text">
            <strong>{statusText(print)}</strong>
            <span>{`${t.photos(print.photoCount)} · ${formatYuan(print.payFen)}`}</span>
            <small>{exactMinute(print.createTime)}</small>
          </span>
        </Link>
      )}
    </ListPage>
  );
};
