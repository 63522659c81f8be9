import VpnKeyOutlined from '@mui/icons-material/VpnKeyOutlined';
import { lazyList } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const apiKeys: ResourceProps = {
  name: 'api-keys',
  list: lazyList(() => import('./ApiKeyList.tsx'), 'ApiKeyList'),
  icon: VpnKeyOutlined,
  recordRepresentation: 'name',
  options: { parent: 'settings', isExportable: true },
};
