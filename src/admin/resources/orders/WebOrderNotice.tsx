import { Alert, AlertTitle } from '@mui/material';
import type { Order } from '#contract/order.ts';
import { duration } from '../../../shared/time.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { PageLink, Time } from '../../kit/field/valueFields.tsx';

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

type ClaimedOrder = Pick<Order, 'claim' | 'userId' | 'userSnap'>;

/** Who placed the order on the web, and who took it over in the mini-program, when. */
export const ClaimFact = ({ order: { claim, userId, userSnap } }: { order: ClaimedOrder }) => {
  const t = useTexts('resources.orders.web');
  if (!claim) return null;
  const from = claim.fromNickName || t('anonymous');
  const by = userSnap.nickName || t('anonymous');
  return (
    <span>
      <PageLink to={`/users/${claim.fromUserId}`}>{from}</PageLink>
      {t('placed')}
      <PageLink to={`/users/${userId}`}>{by}</PageLink>
      {t('at')} <Time instant={claim.time} /> {t('took')}
    </span>
  );
};
