import { Alert, Box } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { mayBeRefunded } from '#contract/orderRules.ts';
import {
  fulfilStatuses,
  orderRefundStatuses,
  orderSources,
  orderStatuses,
  orderTypes,
} from '#contract/orderStates.ts';
import { payChannels } from '#contract/payChannels.ts';
import { formatCount } from '../../../shared/count.ts';
import { formatYuan } from '../../../shared/money.ts';
import { exactTime } from '../../../shared/time.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useDataProvider, usePhone, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { CopyText } from '../../kit/field/CopyText.tsx';
import { Quiet, StatusField, StatusLabel, Time } from '../../kit/field/valueFields.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';
import { Show, WholeRecord } from '../../kit/show/Show.tsx';
import { AuditTrail } from '../audit-logs/parts.ts';
import { RecordTimeline } from '../timeline/parts.ts';
import { ClaimButton } from '../todo/parts.ts';
import { offlineFacts } from './offlineFacts.tsx';
import { OrderActs } from './OrderActs.tsx';
import { orderEvents } from './orderEvents.ts';
import { OrderInvoicePanel } from './OrderInvoicePanel.tsx';
import { OrderItemsPanel } from './OrderItemsPanel.tsx';
import type { OrderOnPage } from './orderRecord.ts';
import { OrderRefundAskPanel } from './OrderRefundAskPanel.tsx';
import { OrderUploadPanel } from './OrderUpload.tsx';
import { OrderUserPanel } from './OrderUserPanel.tsx';
import { refreshEvery } from './refreshEvery.ts';
import { RefundButton, RefundObstacle } from './RefundButton.tsx';
import { RefundEntry } from './RefundEntry.tsx';
import { ClaimFact, WebOrderNotice } from './WebOrderNotice.tsx';

export const OrderShow = () => (
  <Show
    history={<AuditTrail />}
    refetchInterval={(order: OrderOnPage) => refreshEvery(order)}
    header={<OrderHeader />}
    aside={
      <>
        <OrderUserPanel />
        <OrderInvoicePanel />
        <OrderGrantPanel />
        <OrderUploadPanel />
        <OrderFactsPanel />
      </>
    }
    asideLast
    phoneActions={<OrderActs />}
  >
    <OrderWebNotice />
    <OrderAmountPanel />
    <OrderRefundAskPanel />
    <OrderRefundsPanel />
    <OrderItemsPanel />
    <OrderTimeline />
  </Show>
);

const OrderWebNotice = () => {
  const order = useRecordContext<OrderOnPage>();
  if (order?.type !== 'print' || order.status !== 'pending') return null;
  return (
    <WholeRecord>
      <WebOrderNotice order={order} />
    </WholeRecord>
  );
};

/** The refunds of an order, newest first, as they stand at this moment. */
const OrderRefundsPanel = () => {
  const t = useTexts('resources.orders.panels');
  const order = useRecordContext<OrderOnPage>();
  if (!order?.refunds?.length) return null;
  return (
    <Panel title={t('refunds', { count: order.refunds.length })} flush>
      <PlainList aria-live="polite">
        {order.refunds.map(refund => (
          <RefundEntry key={refund._id} refund={refund} order={order} />
        ))}
      </PlainList>
    </Panel>
  );
};

const OrderTimeline = () => {
  const t = useTexts('resources.orders.events');
  const { invoke } = useDataProvider();
  const can = useCan();
  const order = useRecord<OrderOnPage>();
  return (
    <RecordTimeline
      key={order.id}
      steps={orderEvents(order, t)}
      remarks={order.adminRemarks}
      {...(can('orders.write') && {
        addRemark: text => invoke('adminOrder', 'addRemark', { id: order.id, text }),
      })}
      messages
    />
  );
};

const OrderFactsPanel = () => {
  const say = useTexts('resources.orders.panels');
  const order = useRecord<OrderOnPage>();
  const { type, payChannel, source, createTime, payTime, expireTime, transactionId, status } =
    order;
  const t = useTexts('resources.orders.fields');
  return (
    <Panel title={say('facts')}>
      <FactList
        facts={[
          [t('type'), orderTypes[type].label],
          [t('payChannel'), payChannels[payChannel].label],
          [t('source'), orderSources[source].label],
          [t('claim'), order.claim ? <ClaimFact key="cl" order={order} /> : undefined],
          ...offlineFacts(order, t),
          [t('createTime'), <Time key="c" instant={createTime} />],
          [t('payTime'), payTime ? <Time key="p" instant={payTime} /> : undefined],
          [
            t('expireTime'),
            status === 'pending' && expireTime ? exactTime(expireTime).slice(0, 16) : undefined,
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
  const t = useTexts('resources.orders.fields');
  const isPhone = usePhone();
  const { orderNo, refundStatus } = useRecord<OrderOnPage>();
  return (
    <RecordHeader
      status={
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, ml: -1 }}>
          <CopyText text={orderNo} name={t('orderNo')} />
          <StatusField choices={orderStatuses} />
          {refundStatus !== 'none' && refundStatus !== 'full' && (
            <StatusLabel {...orderRefundStatuses[refundStatus]} />
          )}
        </Box>
      }
      actions={
        <>
          <ClaimButton />
          {!isPhone && <OrderActs />}
        </>
      }
    />
  );
};

const sumOf = <T,>(items: T[], amount: (item: T) => number) =>
  items.reduce((sum, item) => sum + amount(item), 0);

/** What the order has granted, and what refunds have taken back. */
const OrderGrantPanel = () => {
  const translate = useTranslate();
  const { fulfil, clawedBack, refunds = [] } = useRecord<OrderOnPage>();
  const t = useTexts('resources.orders.grant');
  const underWay = refunds.flatMap(({ status, clawedBack: taken }) =>
    taken && status !== 'success' ? taken : [],
  );
  const back = (count: number, granted: number, going: number) => {
    if (count === 0) return undefined;
    const what = `${formatCount(count)} / ${formatCount(granted)}`;
    return going > 0 ? t('underWay', { what, count: formatCount(going) }) : what;
  };
  const credits = fulfil.credits + fulfil.giftCredits;
  return (
    <Panel title={translate('resources.orders.panels.grant')}>
      <FactList
        facts={[
          [t('status'), <StatusLabel key="s" {...fulfilStatuses[fulfil.status]} />],
          [t('time'), fulfil.time ? <Time key="t" instant={fulfil.time} /> : undefined],
          [t('credits'), fulfil.credits > 0 ? formatCount(fulfil.credits) : undefined],
          [t('gift'), fulfil.giftCredits > 0 ? formatCount(fulfil.giftCredits) : undefined],
          [t('days'), fulfil.days > 0 ? formatCount(fulfil.days) : undefined],
          [
            t('creditsBack'),
            back(
              clawedBack.credits,
              credits,
              sumOf(underWay, ({ paid, gift }) => paid + gift),
            ),
          ],
          [
            t('daysBack'),
            back(
              clawedBack.days,
              fulfil.days,
              sumOf(underWay, ({ packageDays }) => packageDays),
            ),
          ],
        ]}
      />
      {fulfil.status === 'failed' && (
        <Alert severity="error" sx={{ mt: 1.5 }}>
          {translate('resources.orders.grant.failed', { reason: fulfil.error })}
        </Alert>
      )}
    </Panel>
  );
};

/** The sums of an order: what came in, what went back, and what could still go. */
const OrderAmountPanel = () => {
  const t = useTexts('resources.orders');
  const isPhone = usePhone();
  const order = useRecord<OrderOnPage>();
  const { totalFen, discountFen, payFen, refundedFen, refundingFen, payTime, refundable } = order;
  const isPaid = payTime !== null;
  const sums = [
    ['payFen', payFen, isPaid ? 'text.primary' : 'text.secondary'],
    ['refundedFen', refundedFen, refundedFen > 0 ? 'error.main' : 'text.secondary'],
    ...(refundingFen > 0 ? ([['refundingFen', refundingFen, 'info.main']] as const) : []),
    ...(mayBeRefunded(order) && refundable
      ? ([['maxFen', refundable.maxFen, 'text.primary']] as const)
      : []),
  ] as const;
  return (
    <Panel
      title={t('panels.amount')}
      action={isPhone && <RefundButton order={order} variant="outlined" />}
    >
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: 'repeat(auto-fit, minmax(92px, 1fr))',
        }}
      >
        {sums.map(([name, fen, color]) => (
          <div key={name}>
            <Quiet component="dt" small>
              {t(name === 'payFen' ? (isPaid ? 'paid' : 'toPay') : `fields.${name}`)}
            </Quiet>
            <Box component="dd" sx={{ m: 0, fontSize: '1.25rem', fontWeight: 600, color }}>
              {formatYuan(fen)}
            </Box>
          </div>
        ))}
      </Box>
      {discountFen > 0 && (
        <Quiet small sx={{ mt: 1 }}>
          {t('discount', { total: formatYuan(totalFen), discount: formatYuan(discountFen) })}
        </Quiet>
      )}
      {order.latePay && (
        <Alert severity="warning" sx={{ mt: 1.5 }}>
          {t('latePayText')}
        </Alert>
      )}
      <RefundObstacle order={order} />
    </Panel>
  );
};
