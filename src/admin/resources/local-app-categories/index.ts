import AppsOutlined from '@mui/icons-material/AppsOutlined';
import type { ResourceProps } from 'react-admin';
import { editRoute, lazyScreen } from '../../kit/base/routes.tsx';

export const localAppCategories: ResourceProps = {
  name: 'local-app-categories',
  list: lazyScreen(() => import('./LocalAppCategoryList.tsx'), 'LocalAppCategoryList'),
  create: lazyScreen(() => import('./LocalAppCategoryForm.tsx'), 'LocalAppCategoryCreate'),
  ...editRoute(lazyScreen(() => import('./LocalAppCategoryForm.tsx'), 'LocalAppCategoryEdit')),
  icon: AppsOutlined,
  recordRepresentation: 'name',
};
