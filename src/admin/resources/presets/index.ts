import TuneOutlined from '@mui/icons-material/TuneOutlined';
import { lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const presets: ResourceProps = {
  name: 'templates/presets',
  list: lazyScreen(() => import('./PresetList.tsx'), 'PresetList'),
  create: lazyScreen(() => import('./PresetForm.tsx'), 'PresetCreate'),
  edit: lazyScreen(() => import('./PresetForm.tsx'), 'PresetEdit'),
  icon: TuneOutlined,
  recordRepresentation: 'name',
  options: { parent: 'templates', isExportable: true },
};
