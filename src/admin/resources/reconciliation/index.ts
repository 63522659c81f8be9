import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import { type AdminResource, lazyList, lazyScreen } from '../../kit/base/routes.tsx';
import { dayName } from './records.ts';

export const reconciliation: AdminResource = {
  name: 'reconciliation',
  list: lazyList(() => import('./DayList.tsx'), 'DayList'),
  show: lazyScreen(() => import('./DayShow.tsx'), 'DayShow'),
  icon: FactCheckOutlined,
  recordRepresentation: ({ id }: { id: string }) => dayName(id),
  section: '/orders',
  parent: '/orders',
  isExportable: true,
};

export const reconciliationDifferences: AdminResource = {
  name: 'reconciliation/differences',
  list: lazyScreen(() => import('./DifferenceList.tsx'), 'DifferenceList'),
  icon: FactCheckOutlined,
  recordRepresentation: 'number',
  section: null,
  parent: '/reconciliation',
  isExportable: true,
};
