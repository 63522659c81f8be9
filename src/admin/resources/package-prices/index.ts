import SellOutlined from '@mui/icons-material/SellOutlined';
import type { ResourceProps } from 'react-admin';
import { lazyScreen } from '../../kit/base/routes.tsx';

export const packagePrices: ResourceProps = {
  name: 'package-prices',
  list: lazyScreen(() => import('./PriceList.tsx'), 'PriceList'),
  icon: SellOutlined,
  recordRepresentation: 'name',
};
