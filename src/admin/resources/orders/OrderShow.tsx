import { AuditTrail } from '../audit-logs/parts.ts';
import { RecordShow } from '../../kit/show/RecordShow.tsx';
import { OrderActs } from './OrderActs.tsx';
import { OrderAmountPanel } from './OrderAmountPanel.tsx';
import { OrderFactsPanel } from './OrderFactsPanel.tsx';
import { OrderGrantPanel } from './OrderGrantPanel.tsx';
import { OrderHeader } from './OrderHeader.tsx';
import { OrderItemsPanel } from './OrderItemsPanel.tsx';
import { OrderRefundsPanel } from './OrderRefundsPanel.tsx';
import { OrderRemarksPanel } from './OrderRemarksPanel.tsx';
import { OrderTimelinePanel } from './OrderTimelinePanel.tsx';
import { OrderUserPanel } from './OrderUserPanel.tsx';
import type { OrderOnPage } from './orderRecord.ts';
import { refreshEvery } from './refreshEvery.ts';

export const OrderShow = () => (
  <RecordShow
    history={<AuditTrail />}
    refetchInterval={(order: OrderOnPage) => refreshEvery(order)}
    header={<OrderHeader />}
    aside={
      <>
        <OrderUserPanel />
        <OrderGrantPanel />
        <OrderFactsPanel />
        <OrderRemarksPanel />
      </>
    }
    asideLast
    phoneActions={<OrderActs />}
  >
    <OrderAmountPanel />
    <OrderRefundsPanel />
    <OrderItemsPanel />
    <OrderTimelinePanel />
    <AuditTrail />
  </RecordShow>
);
