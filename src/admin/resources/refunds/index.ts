import CurrencyExchangeOutlined from '@mui/icons-material/CurrencyExchangeOutlined';
import type { AdminResource } from '../../kit/base/adminResource.tsx';
import { lazyScreen } from '../../kit/base/lazyScreen.tsx';

export const refunds: AdminResource = {
  name: 'refunds',
  list: lazyScreen(() => import('./RefundList.tsx'), 'RefundList'),
  icon: CurrencyExchangeOutlined,
  recordRepresentation: 'id',
  section: '/orders',
  parent: '/orders',
};
