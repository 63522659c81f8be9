import LocalShippingOutlined from '@mui/icons-material/LocalShippingOutlined';
import { lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const printOrders: ResourceProps = {
  name: 'print-orders',
  list: lazyScreen(() => import('./PrintOrderList.tsx'), 'PrintOrderList', { hasTexts: true }),
  show: lazyScreen(() => import('./PrintOrderShow.tsx'), 'PrintOrderShow'),
  icon: LocalShippingOutlined,
  recordRepresentation: 'printNo',
  options: { isExportable: true },
};

export const ShippingImport = lazyScreen(
  () => import('./import/ShippingImport.tsx'),
  'ShippingImport',
);
export const PickSheet = lazyScreen(() => import('./pickSheet/PickSheet.tsx'), 'PickSheet');
export const PrintArchives = lazyScreen(() => import('./archive/ArchivesPage.tsx'), 'ArchivesPage');
