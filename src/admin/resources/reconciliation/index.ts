import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import { lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';
import { dayName } from './records.ts';

export const reconciliation: ResourceProps = {
  name: 'reconciliation',
  list: lazyScreen(() => import('./DayList.tsx'), 'DayList', { hasTexts: true }),
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
