import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import { nameOfUser } from '../../../shared/nameOfUser.ts';
import { type AdminResource, lazyScreen } from '../../kit/base/routes.tsx';

export const users: AdminResource = {
  name: 'users',
  list: lazyScreen(() => import('./UserList.tsx'), 'UserList'),
  show: lazyScreen(() => import('./UserShow.tsx'), 'UserShow'),
  icon: PeopleOutlined,
  recordRepresentation: nameOfUser,
  hasTabs: true,
  section: '/users',
  isExportable: true,
};
