import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { formatYuan } from '../../../shared/money.ts';
import { useRecord } from '../../kit/base/hooks.ts';
import type { OrderRecord } from './orderRecord.ts';

/** What was paid, and what of it went back. */
export const OrderAmountField = () => {
  const translate = useTranslate();
  const { payFen, refundedFen } = useRecord<OrderRecord>();
  return (
    <Box sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      <Box sx={{ fontWeight: 500 }}>{formatYuan(payFen)}</Box>
      {refundedFen > 0 && (
        <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>
          {translate('resources.orders.refundedSum', { sum: formatYuan(refundedFen) })}
        </Box>
      )}
    </Box>
  );
};
