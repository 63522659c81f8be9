import VolunteerActivismOutlined from '@mui/icons-material/VolunteerActivismOutlined';
import { lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const compensations: ResourceProps = {
  name: 'compensations',
  list: lazyScreen(() => import('./CompensationList.tsx'), 'CompensationList', { hasTexts: true }),
  create: lazyScreen(() => import('./CompensationForm.tsx'), 'CompensationCreate'),
  show: lazyScreen(() => import('./CompensationShow.tsx'), 'CompensationShow'),
  icon: VolunteerActivismOutlined,
  recordRepresentation: 'reason',
  options: { parent: 'users' },
};
