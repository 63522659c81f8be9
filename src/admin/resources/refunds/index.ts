import CurrencyExchangeOutlined from '@mui/icons-material/CurrencyExchangeOutlined';
import type { ResourceProps } from 'react-admin';
import { lazyScreen } from '../../kit/base/routes.tsx';

export const refunds: ResourceProps = {
  name: 'refunds',
  list: lazyScreen(() => import('./RefundList.tsx'), 'RefundList'),
  icon: CurrencyExchangeOutlined,
  recordRepresentation: 'id',
};
