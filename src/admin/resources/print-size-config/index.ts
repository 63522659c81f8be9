import AspectRatioOutlined from '@mui/icons-material/AspectRatioOutlined';
import { type AdminResource, lazyList } from '../../kit/base/routes.tsx';

export const printSizes: AdminResource = {
  name: 'print-size-config',
  list: lazyList(() => import('./PrintSizeList.tsx'), 'PrintSizeList'),
  icon: AspectRatioOutlined,
  recordRepresentation: 'name',
  section: '/print-orders',
  parent: '/print-orders',
};
