import AppsOutlined from '@mui/icons-material/AppsOutlined';
import type { ResourceProps } from 'react-admin';
import { editRoute, lazyScreen } from '../../kit/base/routes.tsx';

export const localAppTemplates: ResourceProps = {
  name: 'local-app-templates',
  list: lazyScreen(() => import('./LocalAppList.tsx'), 'LocalAppList'),
  create: lazyScreen(() => import('./LocalAppForm.tsx'), 'LocalAppCreate'),
  ...editRoute(lazyScreen(() => import('./LocalAppForm.tsx'), 'LocalAppEdit')),
  icon: AppsOutlined,
  recordRepresentation: 'name',
};
