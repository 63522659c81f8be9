import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import SavingsOutlined from '@mui/icons-material/SavingsOutlined';
import { nameOfUser } from '../../../shared/nameOfUser.ts';
import { lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const users: ResourceProps = {
  name: 'users',
  list: lazyScreen(() => import('./UserList.tsx'), 'UserList', { hasTexts: true }),
  show: lazyScreen(() => import('./UserShow.tsx'), 'UserShow'),
  icon: PeopleOutlined,
  recordRepresentation: nameOfUser,
  options: { isExportable: true },
};

/** The lines of all users; those of one user are on the user's page. */
export const credits: ResourceProps = {
  name: 'users/credits',
  list: lazyScreen(() => import('./UserLedger.tsx'), 'LedgerList'),
  icon: SavingsOutlined,
  options: { parent: 'users', isExportable: true },
};
