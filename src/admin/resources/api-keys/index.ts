import VpnKeyOutlined from '@mui/icons-material/VpnKeyOutlined';
import { lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const apiKeys: ResourceProps = {
  name: 'api-keys',
  list: lazyScreen(() => import('./ApiKeyList.tsx'), 'ApiKeyList', { hasTexts: true }),
  icon: VpnKeyOutlined,
  recordRepresentation: 'name',
  options: { parent: 'settings', isExportable: true },
};
