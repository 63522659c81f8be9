import CurrencyExchangeOutlined from '@mui/icons-material/CurrencyExchangeOutlined';
import { type AdminResource, lazyList } from '../../kit/base/routes.tsx';

export const refunds: AdminResource = {
  name: 'refunds',
  list: lazyList(() => import('./RefundList.tsx'), 'RefundList'),
  icon: CurrencyExchangeOutlined,
  recordRepresentation: 'id',
  section: '/orders',
  parent: '/orders',
  isExportable: true,
};
