import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { fulfilStatuses, orderRefundStatuses } from '#contract/order.ts';
import { useRecord } from '../../kit/base/hooks.ts';
import { StatusLabel } from '../../kit/field/valueFields.tsx';
import type { OrderRecord } from './orderRecord.ts';

/** Exceptions only: a refund, or something paid for and not granted. */
export const OrderRefundStatusField = () => {
  const translate = useTranslate();
  const { refundStatus, fulfil, latePay } = useRecord<OrderRecord>();
  const undelivered = fulfil.status === 'failed' || fulfil.status === 'pending';
  const notes = [
    ...(refundStatus === 'none' ? [] : [orderRefundStatuses[refundStatus]]),
    ...(undelivered ? [fulfilStatuses[fulfil.status]] : []),
    ...(latePay
      ? [{ label: translate('resources.orders.latePay'), tone: 'warning' as const }]
      : []),
  ];
  return notes.length > 0 ? (
    <Box sx={{ display: 'grid', justifyItems: 'start' }}>
      {notes.map(note => (
        <StatusLabel key={note.label} {...note} />
      ))}
    </Box>
  ) : (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {translate('list.none')}
    </Box>
  );
};
