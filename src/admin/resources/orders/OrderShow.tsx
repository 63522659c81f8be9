import { Box } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import {
  orderRefundStatuses,
  orderSources,
  orderStatuses,
  orderTypes,
  payChannels,
} from '#contract/order.ts';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { usePhone } from '../../kit/base/usePhone.ts';
import { CopyText } from '../../kit/field/CopyText.tsx';
import { StatusField, StatusLabel, Time } from '../../kit/field/valueFields.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';
import { RecordShow } from '../../kit/show/RecordShow.tsx';
import { Timeline } from '../../kit/show/Timeline.tsx';
import { AuditTrail } from '../audit-logs/parts.ts';
import { OrderActs } from './OrderActs.tsx';
import { OrderAmountPanel } from './OrderAmountPanel.tsx';
import { orderEvents } from './orderEvents.ts';
import { OrderGrantPanel } from './OrderGrantPanel.tsx';
import { OrderItemsPanel } from './OrderItemsPanel.tsx';
import type { OrderOnPage } from './orderRecord.ts';
import { OrderRemarksPanel } from './OrderRemarksPanel.tsx';
import { OrderUserPanel } from './OrderUserPanel.tsx';
import { refreshEvery } from './refreshEvery.ts';
import { RefundEntry } from './RefundEntry.tsx';

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

/** The refunds of an order, newest first, as they stand at this moment. */
const OrderRefundsPanel = () => {
  const translate = useTranslate();
  const order = useRecordContext<OrderOnPage>();
  if (!order?.refunds?.length) return null;
  return (
    <Panel
      title={translate('resources.orders.panels.refunds', { count: order.refunds.length })}
      flush
    >
      <Box component="ul" aria-live="polite" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {order.refunds.map(refund => (
          <RefundEntry key={refund._id} refund={refund} order={order} />
        ))}
      </Box>
    </Panel>
  );
};

const OrderTimelinePanel = () => {
  const translate = useTranslate();
  const order = useRecord<OrderOnPage>();
  return (
    <Panel title={translate('resources.orders.panels.timeline')}>
      <Timeline
        events={orderEvents(order, (key, args) =>
          translate(`resources.orders.events.${key}`, args),
        )}
      />
    </Panel>
  );
};

const OrderFactsPanel = () => {
  const translate = useTranslate();
  const { type, payChannel, source, createTime, payTime, expireTime, transactionId, status } =
    useRecord<OrderOnPage>();
  const t = useTexts('resources.orders.fields');
  return (
    <Panel title={translate('resources.orders.panels.facts')}>
      <FactList
        facts={[
          [t('type'), orderTypes[type].label],
          [t('payChannel'), payChannels[payChannel].label],
          [t('source'), orderSources[source].label],
          [t('createTime'), <Time key="c" instant={createTime} />],
          [t('payTime'), payTime ? <Time key="p" instant={payTime} /> : undefined],
          [
            t('expireTime'),
            status === 'pending' && expireTime ? <Time key="e" instant={expireTime} /> : undefined,
          ],
          [
            t('transactionId'),
            transactionId ? (
              <Box key="t" component="span" sx={{ whiteSpace: 'nowrap', fontSize: '0.75rem' }}>
                {transactionId}
                <CopyText text={transactionId} name={t('transactionId')} />
              </Box>
            ) : undefined,
          ],
        ]}
      />
    </Panel>
  );
};

/** Number, state and possible actions of an order. */
const OrderHeader = () => {
  const translate = useTranslate();
  const isPhone = usePhone();
  const { orderNo, refundStatus } = useRecord<OrderOnPage>();
  return (
    <RecordHeader
      status={
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, ml: -1 }}>
          <CopyText text={orderNo} name={translate('resources.orders.fields.orderNo')} />
          <StatusField choices={orderStatuses} />
          {refundStatus !== 'none' && refundStatus !== 'full' && (
            <StatusLabel {...orderRefundStatuses[refundStatus]} />
          )}
        </Box>
      }
      actions={!isPhone && <OrderActs />}
    />
  );
};
