import CategoryOutlined from '@mui/icons-material/CategoryOutlined';
import { type AdminResource, lazyScreen } from '../../kit/base/routes.tsx';

export const categories: AdminResource = {
  name: 'categories',
  list: lazyScreen(() => import('./CategoryList.tsx'), 'CategoryList'),
  create: lazyScreen(() => import('./CategoryForm.tsx'), 'CategoryCreate'),
  edit: lazyScreen(() => import('./CategoryForm.tsx'), 'CategoryEdit'),
  icon: CategoryOutlined,
  recordRepresentation: 'name',
  section: '/categories',
  isExportable: true,
};
