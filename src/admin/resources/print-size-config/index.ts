import AspectRatioOutlined from '@mui/icons-material/AspectRatioOutlined';
import { type AdminResource, lazyScreen } from '../../kit/base/routes.tsx';

export const printSizes: AdminResource = {
  name: 'print-size-config',
  list: lazyScreen(() => import('./PrintSizeList.tsx'), 'PrintSizeList'),
  icon: AspectRatioOutlined,
  recordRepresentation: 'name',
  section: '/print-orders',
  parent: '/print-orders',
};
