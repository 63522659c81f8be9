import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import type { ResourceProps } from 'react-admin';
import { lazyScreen, showRoute } from '../../kit/base/routes.tsx';

export const orders: ResourceProps = {
  name: 'orders',
  list: lazyScreen(() => import('./OrderList.tsx'), 'OrderList'),
  ...showRoute(lazyScreen(() => import('./OrderShow.tsx'), 'OrderShow')),
  icon: ReceiptLongOutlined,
  recordRepresentation: 'orderNo',
};
