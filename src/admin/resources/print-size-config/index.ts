import AspectRatioOutlined from '@mui/icons-material/AspectRatioOutlined';
import type { AdminResource } from '../../kit/base/adminResource.tsx';
import { lazyScreen } from '../../kit/base/lazyScreen.tsx';

export const printSizes: AdminResource = {
  name: 'print-size-config',
  list: lazyScreen(() => import('./PrintSizeList.tsx'), 'PrintSizeList'),
  icon: AspectRatioOutlined,
  recordRepresentation: 'name',
  section: '/print-orders',
  parent: '/print-orders',
};
