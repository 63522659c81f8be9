import CurrencyExchangeOutlined from '@mui/icons-material/CurrencyExchangeOutlined';
import { lazyList } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const refunds: ResourceProps = {
  name: 'refunds',
  list: lazyList(() => import('./RefundList.tsx'), 'RefundList'),
  icon: CurrencyExchangeOutlined,
  recordRepresentation: 'id',
  options: { parent: 'orders', isExportable: true },
};
