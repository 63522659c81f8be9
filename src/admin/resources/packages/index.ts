import SellOutlined from '@mui/icons-material/SellOutlined';
import { type AdminResource, lazyList, lazyScreen } from '../../kit/base/routes.tsx';

export const packages: AdminResource = {
  name: 'packages',
  list: lazyList(() => import('./PackageList.tsx'), 'PackageList'),
  create: lazyScreen(() => import('./PackageForm.tsx'), 'PackageCreate'),
  edit: lazyScreen(() => import('./PackageForm.tsx'), 'PackageEdit'),
  icon: SellOutlined,
  recordRepresentation: 'name',
  section: '/orders',
  parent: '/orders',
  isExportable: true,
};
