import AspectRatioOutlined from '@mui/icons-material/AspectRatioOutlined';
import { lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const printSizes: ResourceProps = {
  name: 'print-size-config',
  list: lazyScreen(() => import('./PrintSizeList.tsx'), 'PrintSizeList', { hasTexts: true }),
  icon: AspectRatioOutlined,
  recordRepresentation: 'name',
  options: { parent: 'print-orders', isHidden: true },
};
