import TuneOutlined from '@mui/icons-material/TuneOutlined';
import { type AdminResource, lazyScreen } from '../../kit/base/routes.tsx';

export const presets: AdminResource = {
  name: 'templates/presets',
  list: lazyScreen(() => import('./PresetList.tsx'), 'PresetList'),
  create: lazyScreen(() => import('./PresetForm.tsx'), 'PresetCreate'),
  edit: lazyScreen(() => import('./PresetForm.tsx'), 'PresetEdit'),
  icon: TuneOutlined,
  recordRepresentation: 'name',
  section: '/templates',
  parent: '/templates',
  isExportable: true,
};
