import { useMemo, useState } from 'react';
import { type InvoiceStatus, invoiceStatuses } from '#contract/invoiceStates.ts';
import { mayAskForInvoice } from '#contract/orderRules.ts';
import { orderStatuses } from '#contract/orderStates.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { invoices as t } from '#i18n/zh/visitor/invoices.ts';
import { formatYuan } from '../../shared/money.ts';
import { exactMinute } from '../../shared/time.ts';
import { createPagedList, type PagedList } from '../pagedList.ts';
import { FoldedPanel } from './FoldedPanel.tsx';
import { InvoiceDialog, type VisitorOrder } from './InvoiceDialog.tsx';
import { PanelList } from './PanelList.tsx';

export const Orders = ({ invoke }: { invoke: Invoke }) => {
  const list = useMemo(
    () =>
      createPagedList<VisitorOrder>({
        pageSize: 10,
        read: page => invoke('appOrder', 'getOrders', page),
      }),
    [invoke],
  );
  return (
    <FoldedPanel title={t.orders} hint={t.ordersHint}>
      <PanelList list={list} none={t.noOrders}>
        {order => <OrderLine invoke={invoke} order={order} list={list} />}
      </PanelList>
    </FoldedPanel>
  );
};

const stateOf = ({ invoice }: VisitorOrder) => {
  if (!invoice) return '';
  const { status, number, cancelNumber, reason } = invoice;
  const more: Partial<Record<InvoiceStatus, string>> = {
    issued: number,
    refused: reason,
    toCancel: number,
    cancelled: cancelNumber,
  };
  return [t.state(invoiceStatuses[status].label), more[status]].filter(Boolean).join('，');
};

interface OrderLineProps {
  invoke: Invoke;
  order: VisitorOrder;
  list: PagedList<VisitorOrder>;
}

const OrderLine = ({ invoke, order, list }: OrderLineProps) => {
  const [isAsking, setAsking] = useState(false);
  const { items, payFen, status, createTime, invoice } = order;
  return (
    <>
      <span className="ledger-what">{items.map(({ name }) => name).join('、')}</span>
      <span className="ledger-delta">{formatYuan(payFen)}</span>
      <span className="hint">
        {orderStatuses[status].label} · {exactMinute(createTime)}
      </span>
      <span>
        {mayAskForInvoice(order) && (
          <button type="button" className="button" onClick={() => setAsking(true)}>
            {invoice?.status === 'waiting' ? t.change : t.ask}
          </button>
        )}
      </span>
      <span className="hint selectable">{stateOf(order)}</span>
      <span />
      {isAsking && (
        <InvoiceDialog
          invoke={invoke}
          order={order}
          onAsked={asked => list.put([asked])}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
};
