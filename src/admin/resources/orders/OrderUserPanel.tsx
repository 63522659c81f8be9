import { Box, Skeleton } from '@mui/material';
import { useGetOne } from 'react-admin';
import { type User, userStatuses } from '#contract/user.ts';
import { formatCount } from '../../../shared/count.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { type RecordOf, useRecord, useRereadOn, useTexts } from '../../kit/base/hooks.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { CopyText } from '../../kit/field/CopyText.tsx';
import { PersonAvatar } from '../../kit/field/PersonAvatar.tsx';
import { PageLink, Quiet, StatusLabel, Time } from '../../kit/field/valueFields.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';
import { nameOfUser, userPath } from '../user-link/parts.ts';
import type { OrderOnPage } from './orderRecord.ts';

/** Who bought it, with what support asks next: balance, membership, other orders. */
export const OrderUserPanel = () => {
  const say = useTexts('resources.orders.panels');
  const order = useRecord<OrderOnPage>();
  const userId = order.userId ?? '';
  const mayRead = useCan()('users.read');
  const { data: user, isPending, refetch } = useOrderUser(userId);
  // A refund that has arrived has taken credits back.
  useRereadOn(order.rev, () => mayRead && userId && refetch());
  const waiting = mayRead && userId && isPending ? <Skeleton width={56} /> : undefined;
  const { openid, userSnap } = order;
  const name = nameOfUser({ nickName: userSnap.nickName, openid });
  const t = useTexts('resources.orders.user');
  return (
    <Panel
      title={say('user')}
      action={
        userId && (
          <PageLink to={listPath('orders', { userId })} sx={{ fontSize: '0.8125rem' }}>
            {t('orders')}
          </PageLink>
        )
      }
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, mb: 1.5 }}>
        <PersonAvatar src={user?.avatarUrl ?? ''} name={name} size={36} />
        <Box sx={{ minWidth: 0, flex: 1 }}>
          {userId ? (
            <PageLink to={userPath(userId)} strong sx={{ overflowWrap: 'anywhere' }}>
              {name}
            </PageLink>
          ) : (
            name
          )}
          <Quiet tiny sx={{ display: 'flex', alignItems: 'center' }}>
            <Box sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }} title={openid}>
              {openid}
            </Box>
            {openid && <CopyText text={openid} name={t('openid')} />}
          </Quiet>
        </Box>
      </Box>
      <FactList
        facts={[
          [t('status'), user ? <StatusLabel key="s" {...userStatuses[user.status]} /> : waiting],
          [t('phone'), userSnap.phoneTail],
          [t('credits'), user ? formatCount(balanceOf(user)) : waiting],
          [t('package'), user ? user.packageName : waiting],
          [
            t('packageExpire'),
            user?.packageExpireTime ? <Time key="e" instant={user.packageExpireTime} /> : undefined,
          ],
        ]}
      />
    </Panel>
  );
};

const useOrderUser = (userId: string) =>
  useGetOne<RecordOf<User>>(
    'users',
    { id: userId },
    {
      enabled: useCan()('users.read') && userId !== '',
      staleTime: 10_000,
      onError: () => undefined,
    },
  );

const balanceOf = ({ credits }: Pick<User, 'credits'>) => credits.paid + credits.gift;
