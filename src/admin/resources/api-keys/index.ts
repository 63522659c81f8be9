import VpnKeyOutlined from '@mui/icons-material/VpnKeyOutlined';
import type { AdminResource } from '../../kit/base/adminResource.tsx';
import { lazyScreen } from '../../kit/base/lazyScreen.tsx';

export const apiKeys: AdminResource = {
  name: 'api-keys',
  list: lazyScreen(() => import('./ApiKeyList.tsx'), 'ApiKeyList'),
  icon: VpnKeyOutlined,
  recordRepresentation: 'name',
  section: '/settings',
  parent: '/settings',
};
