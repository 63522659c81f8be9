import GridViewOutlined from '@mui/icons-material/GridViewOutlined';
import type { AdminResource } from '../../kit/base/adminResource.tsx';
import { lazyScreen } from '../../kit/base/lazyScreen.tsx';

/** One page: what is made and changed here is so in dialogs, beside the preview. */
export const quickFunctions: AdminResource = {
  name: 'templates/quick-functions',
  list: lazyScreen(() => import('./QuickFunctionList.tsx'), 'QuickFunctionList'),
  icon: GridViewOutlined,
  recordRepresentation: 'title',
  section: '/templates',
  parent: '/templates',
  isExportable: true,
};
