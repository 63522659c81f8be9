import GridViewOutlined from '@mui/icons-material/GridViewOutlined';
import { type AdminResource, lazyScreen } from '../../kit/base/routes.tsx';

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
