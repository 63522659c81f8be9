import { Alert, Box, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { ActionOutput } from '#contract/index.ts';
import type { ActionFailure } from '#dataProvider/invoke.ts';
import { formatCount } from '../../../shared/count.ts';
import { formatYuan } from '../../../shared/money.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { AboveLimit } from '../approvals/parts.ts';
import type { OrderOnPage } from './orderRecord.ts';

type Preview = ActionOutput<'adminOrder', 'previewRefund'>;

export interface RefundEffectProps {
  order: OrderOnPage;
  preview: Preview | undefined;
  /** It is about what the form holds now. */
  isCurrent: boolean;
  error: Error | null;
  onRetry: () => void;
}

/** The one sentence about the days of the membership. */
const daysOf = ({ daysLeft, daysTaken, clawback }: Preview) => {
  if (daysLeft === 0) return 'over';
  if (daysTaken === 0) return 'kept';
  return daysTaken < clawback.packageDays ? 'rest' : 'taken';
};

/** The effect of the refund, before it is made, as the server has calculated it. */
export const RefundEffect = ({ order, preview, isCurrent, error, onRetry }: RefundEffectProps) => {
  const translate = useTranslate();
  const t = useTexts('resources.refunds.effect');
  if (error)
    return (
      <Alert
        severity="error"
        sx={{ mt: 1 }}
        action={
          <Button color="inherit" size="small" onClick={onRetry}>
            {translate('list.failed.retry')}
          </Button>
        }
      >
        {/* The sentence about an input says more than that something is wrong. */}
        {Object.values((error as Partial<ActionFailure>).body?.errors ?? {})[0] ?? error.message}
      </Alert>
    );
  if (!preview) return null;
  const { amountFen, leftFen, clawback, creditsTaken, creditsHeld, balance } = preview;
  if (amountFen === 0)
    return (
      <Alert severity="warning" sx={{ mt: 1 }}>
        {t(preview.items.length === 0 ? 'allUsed' : 'nothing')}
      </Alert>
    );
  const lines = [
    t(order.payChannel === 'offline' ? 'offline' : 'back', { sum: formatYuan(amountFen) }),
    leftFen === 0 ? t('ends') : t('rest', { sum: formatYuan(leftFen) }),
    ...(clawback.credits > 0 && balance !== null
      ? [
          t('balance', {
            before: formatCount(balance),
            after: formatCount(balance - creditsTaken),
            count: formatCount(creditsTaken),
          }),
        ]
      : []),
    ...(creditsHeld > 0 ? [t('held', { count: formatCount(creditsHeld) })] : []),
    ...(balance !== null && (order.refundable?.days ?? 0) > 0
      ? [t(`days.${daysOf(preview)}`, { count: formatCount(preview.daysTaken) })]
      : []),
    ...(order.invoice?.status === 'issued' ? [t('invoice')] : []),
    ...(preview.cancelsPrints ? [t('print')] : []),
    ...(preview.leavesPrints ? [t('printsLeft')] : []),
  ];
  return (
    <Box
      role="status"
      aria-busy={!isCurrent}
      sx={{
        mt: 1,
        p: 1.5,
        borderRadius: 1,
        bgcolor: 'action.hover',
        fontSize: '0.8125rem',
        opacity: isCurrent ? 1 : 0.5,
      }}
    >
      <Box component="ul" sx={{ m: 0, pl: 2 }}>
        {lines.map(line => (
          <li key={line}>{line}</li>
        ))}
      </Box>
      <AboveLimit limit={preview.aboveLimit} sx={{ mt: 1 }} />
      {balance !== null && creditsTaken < clawback.credits && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {t('short', {
            wanted: formatCount(clawback.credits),
            taken: formatCount(creditsTaken),
          })}
        </Alert>
      )}
    </Box>
  );
};
