import GridViewOutlined from '@mui/icons-material/GridViewOutlined';
import type { ResourceProps } from 'react-admin';
import { lazyScreen } from '../../kit/base/routes.tsx';

/** One page: what is made and changed here is so in dialogs, beside the preview. */
export const quickFunctions: ResourceProps = {
  name: 'templates/quick-functions',
  list: lazyScreen(() => import('./QuickFunctionList.tsx'), 'QuickFunctionList'),
  icon: GridViewOutlined,
  recordRepresentation: 'title',
};
