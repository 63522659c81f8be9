import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import type { ResourceProps } from 'react-admin';
import { lazyScreen, showRoute } from '../../kit/base/routes.tsx';
import { nameOfUser } from '../user-link/parts.ts';

export const users: ResourceProps = {
  name: 'users',
  list: lazyScreen(() => import('./UserList.tsx'), 'UserList'),
  ...showRoute(lazyScreen(() => import('./UserShow.tsx'), 'UserShow')),
  icon: PeopleOutlined,
  recordRepresentation: nameOfUser,
};
