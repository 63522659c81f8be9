import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import type { ResourceProps } from 'react-admin';
import { showRoute } from '../../editRoute.tsx';
import { lazyScreen } from '../../lazyScreen.tsx';
import { nameOfUser } from './nameOfUser.ts';

export const users: ResourceProps = {
  name: 'users',
  list: lazyScreen(() => import('./UserList.tsx'), 'UserList'),
  ...showRoute(lazyScreen(() => import('./UserShow.tsx'), 'UserShow')),
  icon: PeopleOutlined,
  recordRepresentation: nameOfUser,
};
