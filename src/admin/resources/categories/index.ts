import CategoryOutlined from '@mui/icons-material/CategoryOutlined';
import type { ResourceProps } from 'react-admin';
import { editRoute, lazyScreen } from '../../kit/base/routes.tsx';

export const categories: ResourceProps = {
  name: 'categories',
  list: lazyScreen(() => import('./CategoryList.tsx'), 'CategoryList'),
  create: lazyScreen(() => import('./CategoryForm.tsx'), 'CategoryCreate'),
  ...editRoute(lazyScreen(() => import('./CategoryForm.tsx'), 'CategoryEdit')),
  icon: CategoryOutlined,
  recordRepresentation: 'name',
};
