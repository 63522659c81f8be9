import ConfirmationNumberOutlined from '@mui/icons-material/ConfirmationNumberOutlined';
import { type AdminResource, lazyList, lazyScreen } from '../../kit/base/routes.tsx';

export const activationCodes: AdminResource = {
  name: 'activation-codes',
  list: lazyList(() => import('./BatchList.tsx'), 'BatchList'),
  show: lazyScreen(() => import('./BatchShow.tsx'), 'BatchShow'),
  icon: ConfirmationNumberOutlined,
  recordRepresentation: 'name',
  section: '/activation-codes',
};
