import AppsOutlined from '@mui/icons-material/AppsOutlined';
import { type AdminResource, lazyList, lazyScreen } from '../../kit/base/routes.tsx';

export const localAppTemplates: AdminResource = {
  name: 'local-app-templates',
  list: lazyList(() => import('./LocalAppList.tsx'), 'LocalAppList'),
  create: lazyScreen(() => import('./LocalAppForm.tsx'), 'LocalAppCreate'),
  edit: lazyScreen(() => import('./LocalAppForm.tsx'), 'LocalAppEdit'),
  icon: AppsOutlined,
  recordRepresentation: 'name',
  section: '/local-app-templates',
  isExportable: true,
};
