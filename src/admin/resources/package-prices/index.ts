import SellOutlined from '@mui/icons-material/SellOutlined';
import { lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const packagePrices: ResourceProps = {
  name: 'package-prices',
  list: lazyScreen(() => import('./PriceList.tsx'), 'PriceList', { hasTexts: true }),
  icon: SellOutlined,
  recordRepresentation: 'name',
  options: { parent: 'print-orders', isHidden: true, isExportable: true },
};
