import CategoryOutlined from '@mui/icons-material/CategoryOutlined';
import type { ResourceProps } from 'react-admin';
import { editRoute } from '../../kit/base/editRoute.tsx';
import { lazyScreen } from '../../kit/base/lazyScreen.tsx';

export const categories: ResourceProps = {
  name: 'categories',
  list: lazyScreen(() => import('./CategoryList.tsx'), 'CategoryList'),
  create: lazyScreen(() => import('./CategoryForm.tsx'), 'CategoryCreate'),
  ...editRoute(lazyScreen(() => import('./CategoryForm.tsx'), 'CategoryEdit')),
  icon: CategoryOutlined,
  recordRepresentation: 'name',
};
