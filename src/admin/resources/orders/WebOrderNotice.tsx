import { Alert, AlertTitle } from '@mui/material';
import type { Order } from '#contract/order.ts';
import { duration } from '../../../shared/time.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { type ClaimedOrder, ClaimFact } from './ClaimFact.tsx';

type WebOrder = ClaimedOrder & Pick<Order, 'status' | 'source' | 'expireTime'>;

/** Of an unpaid print order from the web: who is expected to pay it, and until when. */
export const WebOrderNotice = ({ order }: { order: WebOrder }) => {
  const t = useTexts('resources.orders.web');
  const now = useNow();
  const { status, source, claim, expireTime } = order;
  if (status !== 'pending' || source !== 'web') return null;
  const left = (expireTime ?? now) - now;
  return (
    <Alert severity="info">
      <AlertTitle>{t(claim ? 'claimed' : 'waiting')}</AlertTitle>
      {claim ? (
        <>
          <ClaimFact order={order} />。
        </>
      ) : (
        t('waitingText')
      )}
      {left > 0 ? t('left', { time: duration(left) }) : t('due')}
    </Alert>
  );
};
