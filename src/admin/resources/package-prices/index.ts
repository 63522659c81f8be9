import SellOutlined from '@mui/icons-material/SellOutlined';
import { lazyList } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const packagePrices: ResourceProps = {
  name: 'package-prices',
  list: lazyList(() => import('./PriceList.tsx'), 'PriceList'),
  icon: SellOutlined,
  recordRepresentation: 'name',
  options: { parent: 'print-orders', isHidden: true, isExportable: true },
};
