import SellOutlined from '@mui/icons-material/SellOutlined';
import { lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const packages: ResourceProps = {
  name: 'packages',
  list: lazyScreen(() => import('./PackageList.tsx'), 'PackageList', { hasTexts: true }),
  create: lazyScreen(() => import('./PackageForm.tsx'), 'PackageCreate'),
  edit: lazyScreen(() => import('./PackageForm.tsx'), 'PackageEdit'),
  icon: SellOutlined,
  recordRepresentation: 'name',
  options: { parent: 'orders', isExportable: true },
};
