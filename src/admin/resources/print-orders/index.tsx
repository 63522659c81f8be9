import LocalShippingOutlined from '@mui/icons-material/LocalShippingOutlined';
import type { ResourceProps } from 'react-admin';
import { Route } from 'react-router-dom';
import { lazyScreen, showRoute } from '../../kit/base/routes.tsx';

const ShippingImport = lazyScreen(() => import('./import/ShippingImport.tsx'), 'ShippingImport');
const PickSheet = lazyScreen(() => import('./pickSheet/PickSheet.tsx'), 'PickSheet');

export const printOrders: ResourceProps = {
  name: 'print-orders',
  list: lazyScreen(() => import('./PrintOrderList.tsx'), 'PrintOrderList'),
  ...showRoute(lazyScreen(() => import('./PrintOrderShow.tsx'), 'PrintOrderShow')),
  icon: LocalShippingOutlined,
  recordRepresentation: 'printNo',
  children: (
    <>
      <Route path="import-shipping" element={<ShippingImport />} />
      <Route path="pick-sheet" element={<PickSheet />} />
    </>
  ),
};
