import AppsOutlined from '@mui/icons-material/AppsOutlined';
import { lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const localAppTemplates: ResourceProps = {
  name: 'local-app-templates',
  list: lazyScreen(() => import('./LocalAppList.tsx'), 'LocalAppList', { hasTexts: true }),
  create: lazyScreen(() => import('./LocalAppForm.tsx'), 'LocalAppCreate'),
  edit: lazyScreen(() => import('./LocalAppForm.tsx'), 'LocalAppEdit'),
  icon: AppsOutlined,
  recordRepresentation: 'name',
  options: { isExportable: true },
};
