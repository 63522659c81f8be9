import { Alert, Box, type Theme, useMediaQuery } from '@mui/material';
import { useGetMany, useRecordContext } from 'react-admin';
import { orderSources } from '#contract/orderStates.ts';
import { payChannels } from '#contract/payChannels.ts';
import type { PrintOrder } from '#contract/printOrder.ts';
import { type PrintOrderStatus, printOrderStatuses } from '#contract/printOrderStates.ts';
import { formatYuan } from '../../../shared/money.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import {
  useCreatePath,
  useDataProvider,
  usePhone,
  useRecord,
  useTexts,
} from '../../kit/base/hooks.ts';
import { PageLink, Quiet, StatusField } from '../../kit/field/valueFields.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';
import { Show } from '../../kit/show/Show.tsx';
import type { TimelineEvent } from '../../kit/show/Timeline.tsx';
import { ApprovalState } from '../approvals/parts.ts';
import { AuditTrail } from '../audit-logs/parts.ts';
import {
  ClaimFact,
  offlineFacts,
  RefundObstacle,
  useOrder,
  WebOrderNotice,
} from '../orders/parts.ts';
import { RecordTimeline } from '../timeline/parts.ts';
import { ClaimButton } from '../todo/parts.ts';
import { PrintActions } from './actions/PrintActions.tsx';
import type { PrintOnPage, PrintRecord } from './printOrder.ts';
import { PrintDelivery } from './show/PrintDelivery.tsx';
import { PrintPhotos } from './show/PrintPhotos.tsx';
import { PrintSteps } from './show/PrintSteps.tsx';

/** A refund of it waits for approval: nobody should make the prints meanwhile. */
const WaitingCancel = () => {
  const t = useTexts('resources.print-orders');
  const { waiting } = useRecord<PrintOnPage>();
  if (!waiting) return null;
  return (
    <Alert severity="warning">
      {t('waiting', { name: waiting.askedBy })}{' '}
      <ApprovalState kind="refund" of={waiting.refundId} approval="waiting" />
    </Alert>
  );
};

/** Beside the prints if there is room; otherwise below them, except the delivery. */
export const PrintOrderShow = () => {
  const isPhone = usePhone();
  const isNarrow = useMediaQuery<Theme>(theme => theme.breakpoints.down('lg'), { noSsr: true });
  const facts = (
    <>
      <PrintMoney />
      <PrintRelated />
    </>
  );
  return (
    <Show
      history={<AuditTrail />}
      waits={({ status }: PrintOrder) => status === 'paid'}
      header={
        <RecordHeader
          status={<StatusField choices={printOrderStatuses} />}
          actions={
            <>
              <ClaimButton />
              {!isPhone && <PrintActions />}
            </>
          }
        />
      }
      phoneActions={<PrintActions />}
      aside={
        <>
          <PrintDelivery />
          {!isNarrow && facts}
        </>
      }
    >
      <WaitingCancel />
      <OpenIssues />
      <PrintWebNotice />
      <PrintSteps />
      <PrintPhotos />
      {isNarrow && facts}
      <PrintTimeline />
    </Show>
  );
};

/** What still needs attention. */
const OpenIssues = () => {
  const t = useTexts('resources.print-orders.issues');
  const record = useRecordContext<PrintRecord>();
  const open = record?.issues.filter(issue => !issue.resolved && issue.code === 'needs_photo');
  if (!open?.length) return null;
  return (
    <Alert severity="warning">
      {open.map(({ desc, itemIndex, time }) => (
        <div key={`${time} ${itemIndex}`}>
          {itemIndex !== null && `${t('photo', { n: itemIndex + 1 })}：`}
          {desc}
        </div>
      ))}
    </Alert>
  );
};

const PrintWebNotice = () => {
  const record = useRecordContext<PrintRecord>();
  if (record?.status !== 'pending') return null;
  return <WebOrderNotice order={{ ...record, status: 'pending' }} />;
};

/** Every move and every change of address, and what was said about them. */
const PrintTimeline = () => {
  const can = useCan();
  const { invoke } = useDataProvider();
  const record = useRecord<PrintOrder>();
  const t = useTexts('resources.print-orders.timeline');
  const moves = record.history.map(({ time, from, to, by, reason }): TimelineEvent => {
    const status = printOrderStatuses[to as PrintOrderStatus];
    const begins = from === '';
    return {
      time,
      by: by || t('system'),
      note: reason,
      tone: status?.tone ?? 'neutral',
      title: begins
        ? t(record.reprintOf ? 'reprinted' : 'created')
        : from === to
          ? t(from === 'pending' ? 'claimed' : 'corrected')
          : (status?.label ?? to),
    };
  });
  const addresses = record.addressChanges.map(({ time, by, from, to }): TimelineEvent => ({
    time,
    by,
    title: t('address'),
    note: t('addressNote', { from, to }),
  }));
  const created = record.history.some(({ from }) => from === '')
    ? []
    : [{ time: record.createTime, title: t('created') }];
  return (
    <RecordTimeline
      key={record.id}
      // Of two steps at one time the later one stands above.
      steps={[...created, ...moves, ...addresses].reverse()}
      remarks={record.adminRemarks}
      {...(can('print-orders.write') && {
        addRemark: text => invoke('adminPrintOrder', 'addPrintRemark', { id: record.id, text }),
      })}
      messages
    />
  );
};

/** What was paid for it, and what of it went back. */
const PrintMoney = () => {
  const say = useTexts('resources.print-orders.panel');
  const { goodsFen, shippingFen, discountFen, payFen, orderId, reprintOf, status } =
    useRecord<PrintOrder>();
  const order = useOrder(reprintOf ? '' : orderId);
  const isPaid = order ? order.payTime !== null : status !== 'pending';
  const ofOrder = useTexts('resources.orders.fields');
  const t = useTexts('resources.print-orders.money');
  const refunded = order && order.refundedFen > 0 ? formatYuan(-order.refundedFen) : undefined;
  return (
    <Panel title={say('money')}>
      <FactList
        facts={[
          [t('goods'), formatYuan(goodsFen)],
          [t('shipping'), formatYuan(shippingFen)],
          [t('discount'), discountFen > 0 ? formatYuan(-discountFen) : undefined],
          [
            t(isPaid ? 'paid' : 'toPay'),
            <Box key="paid" component="strong" sx={{ fontSize: '0.9375rem' }}>
              {formatYuan(payFen)}
            </Box>,
          ],
          [ofOrder('refundedFen'), refunded],
          ...(order?.payChannel === 'offline'
            ? [
                [ofOrder('payChannel'), payChannels.offline.label] as const,
                ...offlineFacts(order, ofOrder),
              ]
            : []),
        ]}
      />
      {order && <RefundObstacle order={order} />}
    </Panel>
  );
};

const PrintRelated = () => {
  const say = useTexts('resources.print-orders.panel');
  const record = useRecord<PrintOrder>();
  const { orderId, orderNo, userId, userSnap, reprintOf, reprintIds, source, claim } = record;
  const t = useTexts('resources.print-orders.related');
  return (
    <Panel title={say('related')}>
      <FactList
        facts={[
          [t('order'), orderId && <PageLink to={`/orders/${orderId}`}>{orderNo}</PageLink>],
          [
            t('user'),
            userId && (
              <PageLink to={`/users/${userId}`}>{userSnap.nickName || t('anonymous')}</PageLink>
            ),
          ],
          [t('userRemark'), record.userRemark || undefined],
          [t('source'), source === 'web' ? orderSources.web.label : undefined],
          [t('claim'), claim ? <ClaimFact key="c" order={record} /> : undefined],
          [t('reprintOf'), reprintOf ? <PrintLinks ids={[reprintOf]} /> : undefined],
          [t('reprints'), reprintIds.length > 0 ? <PrintLinks ids={reprintIds} /> : undefined],
        ]}
      />
    </Panel>
  );
};

const PrintLinks = ({ ids }: { ids: string[] }) => {
  const createPath = useCreatePath();
  const { data = [] } = useGetMany<PrintRecord>('print-orders', { ids });
  return (
    <>
      {data.filter(Boolean).map(({ id, printNo, status }) => (
        <Box key={id}>
          <PageLink to={createPath({ resource: 'print-orders', type: 'show', id })}>
            {printNo}
          </PageLink>{' '}
          <Quiet component="span">{printOrderStatuses[status].label}</Quiet>
        </Box>
      ))}
    </>
  );
};
