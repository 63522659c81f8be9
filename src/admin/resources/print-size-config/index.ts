import AspectRatioOutlined from '@mui/icons-material/AspectRatioOutlined';
import { lazyList } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const printSizes: ResourceProps = {
  name: 'print-size-config',
  list: lazyList(() => import('./PrintSizeList.tsx'), 'PrintSizeList'),
  icon: AspectRatioOutlined,
  recordRepresentation: 'name',
  options: { parent: 'print-orders', isHidden: true },
};
