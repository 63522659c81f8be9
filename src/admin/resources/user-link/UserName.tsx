import { type Identifier, useReference } from 'react-admin';
import type { Right } from '#contract/rights/rights.ts';
import type { User } from '#contract/user.ts';
import { nameOfUser } from '../../../shared/nameOfUser.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import type { RecordOf } from '../../kit/base/hooks.ts';
import { None, PageLink } from '../../kit/field/valueFields.tsx';

/** A user by name, leading to the page; the users of a list come with one call. */
export const UserName = ({ id }: { id: string }) => {
  const mayRead = useCan()('users.read');
  const { referenceRecord: user } = useReference<RecordOf<User>>({
    reference: 'users',
    id,
    options: { enabled: mayRead, staleTime: 30_000 },
  });
  if (!mayRead) return <None />;
  if (!user) return null;
  const name = nameOfUser(user);
  return (
    <PageLink
      to={userPath(id)}
      title={name}
      noWrap
      sx={{ display: 'inline-block', verticalAlign: 'bottom', maxWidth: { xs: '100%', sm: 160 } }}
    >
      {name}
    </PageLink>
  );
};

export const userTabs = [
  'overview',
  'tasks',
  'pictures',
  'orders',
  'print-orders',
  'credits',
  'logs',
] as const;
export type UserTab = (typeof userTabs)[number];

/** What the tabs take that show more than the user's own record. */
export const rightsOfTabs: Partial<Record<UserTab, Right>> = {
  tasks: 'tasks.read',
  pictures: 'tasks.read',
  orders: 'orders.read',
  'print-orders': 'print-orders.read',
};

/** The page of a user, at one of its tabs. */
export const userPath = (id: Identifier, tab: UserTab = 'overview') =>
  `/users/${encodeURIComponent(id)}${tab === 'overview' ? '' : `/${tab}`}`;
