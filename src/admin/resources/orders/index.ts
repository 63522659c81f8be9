import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import { type AdminResource, lazyScreen } from '../../kit/base/routes.tsx';

export const orders: AdminResource = {
  name: 'orders',
  list: lazyScreen(() => import('./OrderList.tsx'), 'OrderList'),
  show: lazyScreen(() => import('./OrderShow.tsx'), 'OrderShow'),
  icon: ReceiptLongOutlined,
  recordRepresentation: 'orderNo',
  section: '/orders',
  isExportable: true,
};
