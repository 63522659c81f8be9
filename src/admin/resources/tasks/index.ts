import AutoAwesomeOutlined from '@mui/icons-material/AutoAwesomeOutlined';
import type { ResourceProps } from 'react-admin';
import { lazyScreen } from '../../kit/base/routes.tsx';

export const tasks: ResourceProps = {
  name: 'tasks',
  list: lazyScreen(() => import('./TaskList.tsx'), 'TaskList'),
  icon: AutoAwesomeOutlined,
  recordRepresentation: 'taskNo',
};
