import ConfirmationNumberOutlined from '@mui/icons-material/ConfirmationNumberOutlined';
import type { ResourceProps } from 'react-admin';
import { lazyScreen, showRoute } from '../../kit/base/routes.tsx';

export const activationCodes: ResourceProps = {
  name: 'activation-codes',
  list: lazyScreen(() => import('./BatchList.tsx'), 'BatchList'),
  ...showRoute(lazyScreen(() => import('./BatchShow.tsx'), 'BatchShow')),
  icon: ConfirmationNumberOutlined,
  recordRepresentation: 'name',
};
