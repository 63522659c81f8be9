import AppsOutlined from '@mui/icons-material/AppsOutlined';
import { lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const localAppCategories: ResourceProps = {
  name: 'local-app-categories',
  list: lazyScreen(() => import('./LocalAppCategoryList.tsx'), 'LocalAppCategoryList'),
  create: lazyScreen(() => import('./LocalAppCategoryForm.tsx'), 'LocalAppCategoryCreate'),
  edit: lazyScreen(() => import('./LocalAppCategoryForm.tsx'), 'LocalAppCategoryEdit'),
  icon: AppsOutlined,
  recordRepresentation: 'name',
  options: { parent: 'local-app-templates' },
};
