import ConfirmationNumberOutlined from '@mui/icons-material/ConfirmationNumberOutlined';
import { lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const activationCodes: ResourceProps = {
  name: 'activation-codes',
  list: lazyScreen(() => import('./BatchList.tsx'), 'BatchList', { hasTexts: true }),
  show: lazyScreen(() => import('./BatchShow.tsx'), 'BatchShow'),
  icon: ConfirmationNumberOutlined,
  recordRepresentation: 'name',
};
