import ConfirmationNumberOutlined from '@mui/icons-material/ConfirmationNumberOutlined';
import type { AdminResource } from '../../kit/base/adminResource.tsx';
import { lazyScreen } from '../../kit/base/lazyScreen.tsx';

export const activationCodes: AdminResource = {
  name: 'activation-codes',
  list: lazyScreen(() => import('./BatchList.tsx'), 'BatchList'),
  show: lazyScreen(() => import('./BatchShow.tsx'), 'BatchShow'),
  icon: ConfirmationNumberOutlined,
  recordRepresentation: 'name',
  section: '/activation-codes',
};
