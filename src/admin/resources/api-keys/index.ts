import VpnKeyOutlined from '@mui/icons-material/VpnKeyOutlined';
import type { ResourceProps } from 'react-admin';
import { lazyScreen } from '../../kit/base/routes.tsx';

export const apiKeys: ResourceProps = {
  name: 'api-keys',
  list: lazyScreen(() => import('./ApiKeyList.tsx'), 'ApiKeyList'),
  icon: VpnKeyOutlined,
  recordRepresentation: 'name',
};
