import { Alert, Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { mayBeRefunded } from '#contract/orderRules.ts';
import { formatYuan } from '../../../shared/money.ts';
import { useRecord } from '../../kit/base/hooks.ts';
import { Panel } from '../../kit/show/Panel.tsx';
import type { OrderOnPage } from './orderRecord.ts';

/** The sums of an order: what came in, what went back, and what could still go. */
export const OrderAmountPanel = () => {
  const translate = useTranslate();
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
    <Panel title={translate('resources.orders.panels.amount')}>
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
            <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
              {translate(
                name === 'payFen' && !isPaid
                  ? 'resources.orders.toPay'
                  : `resources.orders.fields.${name}`,
              )}
            </Box>
            <Box component="dd" sx={{ m: 0, fontSize: '1.25rem', fontWeight: 600, color }}>
              {formatYuan(fen)}
            </Box>
          </div>
        ))}
      </Box>
      {discountFen > 0 && (
        <Box sx={{ mt: 1, color: 'text.secondary', fontSize: '0.8125rem' }}>
          {translate('resources.orders.discount', {
            total: formatYuan(totalFen),
            discount: formatYuan(discountFen),
          })}
        </Box>
      )}
      {order.latePay && (
        <Alert severity="warning" sx={{ mt: 1.5 }}>
          {translate('resources.orders.latePayText')}
        </Alert>
      )}
      {mayBeRefunded(order) && refundable?.obstacle && (
        <Box sx={{ mt: 1, color: 'text.secondary', fontSize: '0.8125rem' }} role="note">
          {translate('resources.orders.obstacle', { reason: refundable.obstacle })}
        </Box>
      )}
    </Panel>
  );
};
