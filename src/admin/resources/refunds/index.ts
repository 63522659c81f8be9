import CurrencyExchangeOutlined from '@mui/icons-material/CurrencyExchangeOutlined';
import { lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const refunds: ResourceProps = {
  name: 'refunds',
  list: lazyScreen(() => import('./RefundList.tsx'), 'RefundList', { hasTexts: true }),
  icon: CurrencyExchangeOutlined,
  recordRepresentation: 'id',
  options: { parent: 'orders', isExportable: true },
};
