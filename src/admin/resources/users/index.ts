import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import SavingsOutlined from '@mui/icons-material/SavingsOutlined';
import { nameOfUser } from '../../../shared/nameOfUser.ts';
import { type AdminResource, lazyList, lazyScreen } from '../../kit/base/routes.tsx';

export const users: AdminResource = {
  name: 'users',
  list: lazyList(() => import('./UserList.tsx'), 'UserList'),
  show: lazyScreen(() => import('./UserShow.tsx'), 'UserShow'),
  icon: PeopleOutlined,
  recordRepresentation: nameOfUser,
  hasTabs: true,
  section: '/users',
  isExportable: true,
};

/** The lines of everybody; those of one user are on the user's page. */
export const credits: AdminResource = {
  name: 'users/credits',
  list: lazyScreen(() => import('./UserLedger.tsx'), 'LedgerList'),
  icon: SavingsOutlined,
  section: '/users',
  parent: '/users',
  isExportable: true,
};
