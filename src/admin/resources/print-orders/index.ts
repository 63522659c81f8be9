import LocalShippingOutlined from '@mui/icons-material/LocalShippingOutlined';
import { type AdminResource, lazyList, lazyScreen } from '../../kit/base/routes.tsx';

export const printOrders: AdminResource = {
  name: 'print-orders',
  list: lazyList(() => import('./PrintOrderList.tsx'), 'PrintOrderList'),
  show: lazyScreen(() => import('./PrintOrderShow.tsx'), 'PrintOrderShow'),
  pages: {
    'import-shipping': lazyScreen(() => import('./import/ShippingImport.tsx'), 'ShippingImport'),
    'pick-sheet': lazyScreen(() => import('./pickSheet/PickSheet.tsx'), 'PickSheet'),
    archives: lazyScreen(() => import('./archive/ArchivesPage.tsx'), 'ArchivesPage'),
  },
  icon: LocalShippingOutlined,
  recordRepresentation: 'printNo',
  section: '/print-orders',
  isExportable: true,
};
