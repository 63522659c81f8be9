import AutoAwesomeOutlined from '@mui/icons-material/AutoAwesomeOutlined';
import { type AdminResource, lazyList, lazyScreen } from '../../kit/base/routes.tsx';

export const tasks: AdminResource = {
  name: 'tasks',
  list: lazyList(() => import('./TaskList.tsx'), 'TaskList'),
  show: lazyScreen(() => import('./TaskShow.tsx'), 'TaskShow'),
  icon: AutoAwesomeOutlined,
  recordRepresentation: 'taskNo',
  section: '/users',
  parent: '/users',
  isExportable: true,
};
