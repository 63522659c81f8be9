import VpnKeyOutlined from '@mui/icons-material/VpnKeyOutlined';
import { type AdminResource, lazyList } from '../../kit/base/routes.tsx';

export const apiKeys: AdminResource = {
  name: 'api-keys',
  list: lazyList(() => import('./ApiKeyList.tsx'), 'ApiKeyList'),
  icon: VpnKeyOutlined,
  recordRepresentation: 'name',
  section: '/settings',
  parent: '/settings',
  isExportable: true,
};
