import TuneOutlined from '@mui/icons-material/TuneOutlined';
import type { ResourceProps } from 'react-admin';
import { editRoute, lazyScreen } from '../../kit/base/routes.tsx';

export const presets: ResourceProps = {
  name: 'templates/presets',
  list: lazyScreen(() => import('./PresetList.tsx'), 'PresetList'),
  create: lazyScreen(() => import('./PresetForm.tsx'), 'PresetCreate'),
  ...editRoute(lazyScreen(() => import('./PresetForm.tsx'), 'PresetEdit')),
  icon: TuneOutlined,
  recordRepresentation: 'name',
};
