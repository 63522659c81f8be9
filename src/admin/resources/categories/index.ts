import CategoryOutlined from '@mui/icons-material/CategoryOutlined';
import { lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const categories: ResourceProps = {
  name: 'categories',
  list: lazyScreen(() => import('./CategoryList.tsx'), 'CategoryList'),
  create: lazyScreen(() => import('./CategoryForm.tsx'), 'CategoryCreate'),
  edit: lazyScreen(() => import('./CategoryForm.tsx'), 'CategoryEdit'),
  icon: CategoryOutlined,
  recordRepresentation: 'name',
  options: { isExportable: true },
};
