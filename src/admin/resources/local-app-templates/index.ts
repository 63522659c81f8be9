import AppsOutlined from '@mui/icons-material/AppsOutlined';
import { lazyList, lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const localAppTemplates: ResourceProps = {
  name: 'local-app-templates',
  list: lazyList(() => import('./LocalAppList.tsx'), 'LocalAppList'),
  create: lazyScreen(() => import('./LocalAppForm.tsx'), 'LocalAppCreate'),
  edit: lazyScreen(() => import('./LocalAppForm.tsx'), 'LocalAppEdit'),
  icon: AppsOutlined,
  recordRepresentation: 'name',
  options: { isExportable: true },
};
