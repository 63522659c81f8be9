import ConfirmationNumberOutlined from '@mui/icons-material/ConfirmationNumberOutlined';
import { lazyList, lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const activationCodes: ResourceProps = {
  name: 'activation-codes',
  list: lazyList(() => import('./BatchList.tsx'), 'BatchList'),
  show: lazyScreen(() => import('./BatchShow.tsx'), 'BatchShow'),
  icon: ConfirmationNumberOutlined,
  recordRepresentation: 'name',
};
