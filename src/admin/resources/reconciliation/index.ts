import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import { lazyList, lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';
import { dayName } from './records.ts';

export const reconciliation: ResourceProps = {
  name: 'reconciliation',
  list: lazyList(() => import('./DayList.tsx'), 'DayList'),
  show: lazyScreen(() => import('./DayShow.tsx'), 'DayShow'),
  icon: FactCheckOutlined,
  recordRepresentation: ({ id }: { id: string }) => dayName(id),
  options: { parent: 'orders', isExportable: true },
};

export const reconciliationDifferences: ResourceProps = {
  name: 'reconciliation/differences',
  list: lazyScreen(() => import('./DifferenceList.tsx'), 'DifferenceList'),
  icon: FactCheckOutlined,
  recordRepresentation: 'number',
  options: { parent: 'reconciliation', isExportable: true },
};
