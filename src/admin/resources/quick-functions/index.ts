import GridViewOutlined from '@mui/icons-material/GridViewOutlined';
import { lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

/** One page: what is made and changed here is so in dialogs, beside the preview. */
export const quickFunctions: ResourceProps = {
  name: 'templates/quick-functions',
  list: lazyScreen(() => import('./QuickFunctionList.tsx'), 'QuickFunctionList'),
  icon: GridViewOutlined,
  recordRepresentation: 'title',
  options: { parent: 'templates', isExportable: true },
};
