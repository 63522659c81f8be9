import AppsOutlined from '@mui/icons-material/AppsOutlined';
import { type AdminResource, lazyScreen } from '../../kit/base/routes.tsx';

export const localAppCategories: AdminResource = {
  name: 'local-app-categories',
  list: lazyScreen(() => import('./LocalAppCategoryList.tsx'), 'LocalAppCategoryList'),
  create: lazyScreen(() => import('./LocalAppCategoryForm.tsx'), 'LocalAppCategoryCreate'),
  edit: lazyScreen(() => import('./LocalAppCategoryForm.tsx'), 'LocalAppCategoryEdit'),
  icon: AppsOutlined,
  recordRepresentation: 'name',
  section: '/local-app-templates',
};
