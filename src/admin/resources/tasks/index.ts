import AutoAwesomeOutlined from '@mui/icons-material/AutoAwesomeOutlined';
import { lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const tasks: ResourceProps = {
  name: 'tasks',
  list: lazyScreen(() => import('./TaskList.tsx'), 'TaskList', { hasTexts: true }),
  show: lazyScreen(() => import('./TaskShow.tsx'), 'TaskShow'),
  icon: AutoAwesomeOutlined,
  recordRepresentation: 'taskNo',
  options: { parent: 'users', isExportable: true },
};
