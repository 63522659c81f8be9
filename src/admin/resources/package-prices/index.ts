import SellOutlined from '@mui/icons-material/SellOutlined';
import type { AdminResource } from '../../kit/base/adminResource.tsx';
import { lazyScreen } from '../../kit/base/lazyScreen.tsx';

export const packagePrices: AdminResource = {
  name: 'package-prices',
  list: lazyScreen(() => import('./PriceList.tsx'), 'PriceList'),
  icon: SellOutlined,
  recordRepresentation: 'name',
  section: '/print-orders',
  parent: '/print-orders',
};
