import SellOutlined from '@mui/icons-material/SellOutlined';
import { type AdminResource, lazyList } from '../../kit/base/routes.tsx';

export const packagePrices: AdminResource = {
  name: 'package-prices',
  list: lazyList(() => import('./PriceList.tsx'), 'PriceList'),
  icon: SellOutlined,
  recordRepresentation: 'name',
  section: '/print-orders',
  parent: '/print-orders',
  isExportable: true,
};
