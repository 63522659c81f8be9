import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import { type AdminResource, lazyList, lazyScreen } from '../../kit/base/routes.tsx';

export const orders: AdminResource = {
  name: 'orders',
  list: lazyList(() => import('./OrderList.tsx'), 'OrderList'),
  show: lazyScreen(() => import('./OrderShow.tsx'), 'OrderShow'),
  icon: ReceiptLongOutlined,
  recordRepresentation: 'orderNo',
  section: '/orders',
  isExportable: true,
};
