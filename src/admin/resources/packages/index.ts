import SellOutlined from '@mui/icons-material/SellOutlined';
import { lazyList, lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const packages: ResourceProps = {
  name: 'packages',
  list: lazyList(() => import('./PackageList.tsx'), 'PackageList'),
  create: lazyScreen(() => import('./PackageForm.tsx'), 'PackageCreate'),
  edit: lazyScreen(() => import('./PackageForm.tsx'), 'PackageEdit'),
  icon: SellOutlined,
  recordRepresentation: 'name',
  options: { parent: 'orders', isExportable: true },
};
