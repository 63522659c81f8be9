import BlockIcon from '@mui/icons-material/Block';
import ReplayIcon from '@mui/icons-material/Replay';
import SyncIcon from '@mui/icons-material/Sync';
import { Box, Button } from '@mui/material';
import { useReference } from 'react-admin';
import { Link } from 'react-router-dom';
import { invoiceStatuses } from '#contract/invoiceStates.ts';
import type { Order } from '#contract/order.ts';
import { isNotUploaded, isUndelivered, isUnpaid } from '#contract/orderRules.ts';
import {
  fulfilStatuses,
  orderRefundStatuses,
  orderStatuses,
  orderTypes,
  uploadStatuses,
} from '#contract/orderStates.ts';
import { payChannels } from '#contract/payChannels.ts';
import { refundAskStatuses } from '#contract/refundAskStates.ts';
import type { User } from '#contract/user.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { orders } from '#i18n/zh/orders.ts';
import { formatYuan } from '../../../shared/money.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import {
  type RecordOf,
  useCreatePath,
  useDataProvider,
  useRecord,
  useTexts,
} from '../../kit/base/hooks.ts';
import { NameCell } from '../../kit/field/NameCell.tsx';
import { PersonAvatar } from '../../kit/field/PersonAvatar.tsx';
import {
  None,
  oneLine,
  Quiet,
  StatusField,
  StatusLabel,
  TimeField,
} from '../../kit/field/valueFields.tsx';
import { BulkActionButton } from '../../kit/list/BulkActionButton.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { DataTable, StatusColumn, TimeColumn } from '../../kit/list/DataTable.tsx';
import { List } from '../../kit/list/List.tsx';
import { DateRangeFilter, MoneyRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { ReferenceFilter } from '../../kit/list/ReferenceFilter.tsx';
import { useAnySelected } from '../../kit/list/SelectionScope.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { nameOfUser, UserFilter } from '../user-link/parts.ts';

addTexts({ orders });

/** Money is released only when WeChat knows of the delivery. */
const uploadTabs = {
  notUploaded: { label: uploadStatuses.waiting.label, source: 'uploadStatus', states: ['waiting'] },
  uploadFailed: { label: uploadStatuses.failed.label, source: 'uploadStatus', states: ['failed'] },
};

export const OrderList = () => (
  <List
    withCounts
    tabs={<StatusTabs choices={orderStatuses} further={uploadTabs} />}
    searchable
    filters={
      <>
        <DateRangeFilter source="createTime" />
        <ChoiceFilter source="type" choices={orderTypes} />
        <ChoiceFilter source="payChannel" choices={payChannels} />
        <ChoiceFilter source="refundStatus" choices={orderRefundStatuses} />
        <ChoiceFilter source="fulfilStatus" choices={fulfilStatuses} />
        <ChoiceFilter source="uploadStatus" choices={uploadChoices} />
        <ChoiceFilter source="invoiceStatus" choices={invoiceStatuses} />
        <ChoiceFilter source="refundAskStatus" choices={refundAskStatuses} />
        <MoneyRangeFilter source="payFen" />
        <ReferenceFilter source="packageId" reference="packages" whole />
        <UserFilter source="userId" />
      </>
    }
    card={<OrderCard />}
  >
    <DataTable<Order>
      rowClick="show"
      isRowSelectable={order => isUnpaid(order) || isUndelivered(order) || isNotUploaded(order)}
      bulkActionButtons={<OrderBulkActions />}
      hiddenColumns={['payTime']}
    >
      <Column source="orderNo" field={OrderNumberField} />
      <Column source="userId" field={OrderUserField} />
      <Column source="payFen" sortByOrder="DESC" align="right" field={OrderAmountField} />
      <Column
        source="payChannel"
        cellClassName="nowrap"
        render={({ payChannel }) => payChannels[payChannel].label}
      />
      <StatusColumn choices={orderStatuses} />
      <Column source="refundStatus" field={OrderRefundStatusField} />
      <TimeColumn source="payTime" sortByOrder="DESC" />
      <TimeColumn source="createTime" sortByOrder="DESC" />
    </DataTable>
  </List>
);

const { none: _needless, ...uploadChoices } = uploadStatuses;

const Column = DataTable.Col<Order>;

/** Only actions possible for at least one selected order; the others are refused with a reason. */
const OrderBulkActions = () => {
  const t = useTexts('resources.orders');
  const { invoke } = useDataProvider();
  const may = useAnySelected<Order>();
  return (
    <>
      {may(isUnpaid) && (
        <BulkActionButton
          label={t('close.action')}
          icon={<BlockIcon />}
          color="error"
          title={count => t('close.many', { count })}
          actOn={({ id }) =>
            invoke('adminOrder', 'updateOrderStatus', {
              id: String(id),
              status: 'closed',
              reason: t('close.manyReason'),
            })
          }
        >
          {t('close.facts')}
        </BulkActionButton>
      )}
      {may(isUndelivered) && (
        <BulkActionButton
          label={t('fulfil.retry')}
          icon={<ReplayIcon />}
          title={count => t('fulfil.many', { count })}
          actOn={({ id }) => invoke('adminOrder', 'retryFulfil', { id: String(id) })}
        >
          {t('fulfil.manyEffect')}
        </BulkActionButton>
      )}
      {may(isNotUploaded) && (
        <BulkActionButton
          label={t('upload.retry')}
          icon={<SyncIcon />}
          title={count => t('upload.many', { count })}
          actOn={({ id }) => invoke('adminOrder', 'retryUpload', { id: String(id) })}
        >
          {t('upload.manyEffect')}
        </BulkActionButton>
      )}
    </>
  );
};

/** An order on a phone. */
const OrderCard = () => {
  const t = useTexts('resources.orders');
  const order = useRecord<Order>();
  const { id, orderNo, refundStatus, fulfil, latePay } = order;
  const isUnusual =
    refundStatus !== 'none' ||
    latePay ||
    ['failed', 'pending'].includes(fulfil.status) ||
    isNotUploaded(order);
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <OrderNumberField />
        </Box>
        <Box sx={{ textAlign: 'right' }}>
          <OrderAmountField />
        </Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 1, fontSize: '0.8125rem' }}>
        <StatusField choices={orderStatuses} />
        {isUnusual && <OrderRefundStatusField />}
        <Quiet sx={{ ml: 'auto' }}>
          <TimeField source="createTime" />
        </Quiet>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0, fontSize: '0.8125rem' }}>
          <OrderUserField size={24} />
        </Box>
        <Button
          variant="outlined"
          component={Link}
          to={useCreatePath()({ resource: 'orders', type: 'show', id })}
          aria-label={t('openOf', { number: orderNo })}
          sx={{ minHeight: 44 }}
        >
          {t('open')}
        </Button>
      </Box>
    </>
  );
};

/** What was or is to be paid, and what of it went back. */
const OrderAmountField = () => {
  const t = useTexts('resources.orders');
  const { payFen, refundedFen, payTime } = useRecord<Order>();
  return (
    <div style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      <div style={{ fontWeight: 500 }}>{formatYuan(payFen)}</div>
      {payTime === null && <Quiet tiny>{t('toPay')}</Quiet>}
      {refundedFen > 0 && <Quiet tiny>{t('refundedSum', { sum: formatYuan(refundedFen) })}</Quiet>}
    </div>
  );
};

/** Number, kind and what was bought; the number is a link, so that a keyboard can open the row too. */
const OrderNumberField = () => {
  const t = useTexts('resources.orders');
  const { id, orderNo, type, items } = useRecord<Order>();
  const [first] = items;
  const bought =
    items.length > 1 && first
      ? t('itemAndMore', { name: first.name, count: items.length })
      : (first?.name ?? '');
  return (
    <NameCell
      name={orderNo}
      to={useCreatePath()({ resource: 'orders', type: 'show', id })}
      second={[orderTypes[type].label, bought].filter(Boolean).join(' · ')}
    />
  );
};

/** Exceptions only: a refund, something paid for and not granted, a delivery that WeChat does not know. */
const OrderRefundStatusField = () => {
  const t = useTexts('resources.orders');
  const order = useRecord<Order>();
  const { refundStatus, fulfil, latePay, upload } = order;
  const undelivered = fulfil.status === 'failed' || fulfil.status === 'pending';
  const notes = [
    ...(refundStatus === 'none' ? [] : [orderRefundStatuses[refundStatus]]),
    ...(undelivered ? [fulfilStatuses[fulfil.status]] : []),
    ...(isNotUploaded(order) ? [uploadStatuses[upload.status]] : []),
    ...(latePay ? [{ label: t('latePay'), tone: 'warning' as const }] : []),
  ];
  return notes.length > 0 ? (
    <Box sx={{ display: 'grid', justifyItems: 'start' }}>
      {notes.map(note => (
        <StatusLabel key={note.label} {...note} />
      ))}
    </Box>
  ) : (
    <None />
  );
};

/** Who bought it, by the name of that time. */
const OrderUserField = ({ size = 26 }: { size?: number }) => {
  const { userId, userSnap, openid } = useRecord<Order>();
  const name = nameOfUser({ nickName: userSnap.nickName, openid });
  return (
    <div style={{ display: 'flex', alignItems: 'center', gap: 8, minWidth: 0 }}>
      <OrderUserPicture userId={userId ?? ''} name={name} size={size} />
      <div style={{ ...oneLine, maxWidth: 160 }} title={name}>
        {name}
      </div>
    </div>
  );
};

/** By itself, because it is rendered again when the users of the page arrive; these come with one call. */
const OrderUserPicture = ({
  userId,
  ...avatar
}: {
  userId: string;
  name: string;
  size: number;
}) => {
  const { referenceRecord: user } = useReference<RecordOf<User>>({
    reference: 'users',
    id: userId,
    options: { enabled: useCan()('users.read') && userId !== '', staleTime: 60_000 },
  });
  return <PersonAvatar {...avatar} src={user?.avatarUrl ?? ''} />;
};
