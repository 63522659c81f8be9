import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import type { ResourceProps } from 'react-admin';
import { lazyScreen, showRoute } from '../../kit/base/routes.tsx';
import { dayName } from './records.ts';

export const reconciliation: ResourceProps = {
  name: 'reconciliation',
  list: lazyScreen(() => import('./DayList.tsx'), 'DayList'),
  ...showRoute(lazyScreen(() => import('./DayShow.tsx'), 'DayShow')),
  icon: FactCheckOutlined,
  recordRepresentation: ({ id }: { id: string }) => dayName(id),
};

export const reconciliationDifferences: ResourceProps = {
  name: 'reconciliation/differences',
  list: lazyScreen(() => import('./DifferenceList.tsx'), 'DifferenceList'),
  icon: FactCheckOutlined,
  recordRepresentation: 'number',
};
