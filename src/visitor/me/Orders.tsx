import { useMemo, useState } from 'react';
import { type InvoiceStatus, invoiceStatuses } from '#contract/invoiceStates.ts';
import { mayAskForInvoice } from '#contract/orderRules.ts';
import { orderStatuses } from '#contract/orderStates.ts';
import { MOST_REFUND_ASKS, refundAskStatuses } from '#contract/refundAskStates.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { invoices as t } from '#i18n/zh/visitor/invoices.ts';
import { refunds } from '#i18n/zh/visitor/refunds.ts';
import { formatYuan } from '../../shared/money.ts';
import { exactMinute } from '../../shared/time.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { createPagedList, type PagedList } from '../pagedList.ts';
import { FoldedPanel } from './FoldedPanel.tsx';
import { InvoiceDialog, type VisitorOrder } from './InvoiceDialog.tsx';
import { PanelList } from './PanelList.tsx';
import { RefundDialog } from './RefundDialog.tsx';

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

const refundStateOf = ({ refundAsk }: VisitorOrder) => {
  if (!refundAsk) return '';
  const { status, answer, askTime, answerTime } = refundAsk;
  const said = [refunds.state(refundAskStatuses[status].label), answer].filter(Boolean).join('，');
  return `${said} · ${exactMinute(answerTime ?? askTime)}`;
};

interface OrderLineProps {
  invoke: Invoke;
  order: VisitorOrder;
  list: PagedList<VisitorOrder>;
}

const OrderLine = ({ invoke, order, list }: OrderLineProps) => {
  const [open, setOpen] = useState<'invoice' | 'refund' | 'withdraw'>();
  const { _id: id, items, payFen, status, createTime, invoice, refundAsk, mayAskRefund } = order;
  const close = () => setOpen(undefined);
  const asking = {
    invoke,
    order,
    onAsked: (asked: VisitorOrder) => list.put([asked]),
    onClose: close,
  };
  return (
    <>
      <span className="ledger-what">{items.map(({ name }) => name).join('、')}</span>
      <span className="ledger-delta">{formatYuan(payFen)}</span>
      <span className="hint">
        {orderStatuses[status].label} · {exactMinute(createTime)}
      </span>
      <span>
        {mayAskForInvoice(order) && (
          <button type="button" className="button" onClick={() => setOpen('invoice')}>
            {invoice?.status === 'waiting' ? t.change : t.ask}
          </button>
        )}
      </span>
      <span className="hint selectable">{stateOf(order)}</span>
      <span />
      <span className="hint selectable">{refundStateOf(order)}</span>
      <span>
        {mayAskRefund && (
          <button type="button" className="button" onClick={() => setOpen('refund')}>
            {refunds.ask}
          </button>
        )}
        {refundAsk?.status === 'waiting' && (
          <button type="button" className="button" onClick={() => setOpen('withdraw')}>
            {refunds.withdraw}
          </button>
        )}
      </span>
      {open === 'invoice' && <InvoiceDialog {...asking} />}
      {open === 'refund' && <RefundDialog {...asking} />}
      {open === 'withdraw' && (
        <ConfirmDialog
          title={refunds.withdrawAsk}
          dismiss={visitor.close}
          confirm={refunds.withdraw}
          confirming={refunds.withdrawing}
          act={async () => {
            list.put([await invoke('appOrder', 'withdrawRefundAsk', { id })]);
            close();
          }}
          onClose={close}
        >
          <p>{refunds.withdrawFacts(MOST_REFUND_ASKS)}</p>
        </ConfirmDialog>
      )}
    </>
  );
};
