import type { Order } from '#contract/order.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { PageLink, Time } from '../../kit/field/valueFields.tsx';

export type ClaimedOrder = Pick<Order, 'claim' | 'userId' | 'userSnap'>;

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
