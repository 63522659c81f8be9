import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import { lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const orders: ResourceProps = {
  name: 'orders',
  list: lazyScreen(() => import('./OrderList.tsx'), 'OrderList', { hasTexts: true }),
  show: lazyScreen(() => import('./OrderShow.tsx'), 'OrderShow'),
  icon: ReceiptLongOutlined,
  recordRepresentation: 'orderNo',
  options: { isExportable: true },
};
