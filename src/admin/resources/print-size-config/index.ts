import AspectRatioOutlined from '@mui/icons-material/AspectRatioOutlined';
import type { ResourceProps } from 'react-admin';
import { lazyScreen } from '../../kit/base/routes.tsx';

export const printSizes: ResourceProps = {
  name: 'print-size-config',
  list: lazyScreen(() => import('./PrintSizeList.tsx'), 'PrintSizeList'),
  icon: AspectRatioOutlined,
  recordRepresentation: 'name',
};
