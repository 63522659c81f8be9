import { Alert, Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { Refund } from '#contract/refund.ts';
import { creditsTaken } from '#contract/refundTerms.ts';
import { formatYuan } from '../../../shared/money.ts';
import type { OrderOnPage } from './orderRecord.ts';
import { balanceOf, useOrderUser } from './OrderUserPanel.tsx';

const counted = (count: number) => count.toLocaleString('zh-CN');

/** The effect of the refund, before it is made. */
export const RefundEffect = ({ order }: { order: OrderOnPage }) => {
  const translate = useTranslate();
  const [amountFen, clawback] = useWatch({ name: ['amountFen', 'clawback'] }) as [
    unknown,
    Refund['clawback'] | undefined,
  ];
  const { data: user } = useOrderUser(order.userId);
  const maxFen = order.refundable?.maxFen ?? 0;
  const sum = typeof amountFen === 'number' && amountFen > 0 ? amountFen : undefined;
  if (sum === undefined || sum > maxFen) return null;
  const t = (key: string, args?: Record<string, unknown>) =>
    translate(`resources.refunds.effect.${key}`, args);
  const isAll = sum === maxFen;
  const credits = clawback?.credits ?? 0;
  const parts = user && clawback && creditsTaken(clawback, order.fulfil.credits, user.credits);
  const taken = parts ? parts.paid + parts.gift : credits;
  const lines = [
    t(order.payChannel === 'offline' ? 'offline' : 'back', { sum: formatYuan(sum) }),
    isAll ? t('ends') : t('rest', { sum: formatYuan(maxFen - sum) }),
    ...(credits > 0 && user
      ? [
          t('balance', {
            before: counted(balanceOf(user)),
            after: counted(balanceOf(user) - taken),
            count: counted(taken),
          }),
        ]
      : []),
    ...(clawback && clawback.packageDays > 0 ? [t('days', { count: clawback.packageDays })] : []),
    ...(isAll && order.printOrderId ? [t('print')] : []),
  ];
  return (
    <Box
      role="status"
      sx={{ mt: 1, p: 1.5, borderRadius: 1, bgcolor: 'action.hover', fontSize: '0.8125rem' }}
    >
      <Box component="ul" sx={{ m: 0, pl: 2 }}>
        {lines.map(line => (
          <li key={line}>{line}</li>
        ))}
      </Box>
      {taken < credits && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {t('short', { wanted: credits, taken })}
        </Alert>
      )}
    </Box>
  );
};
