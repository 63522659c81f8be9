import ManageAccountsOutlined from '@mui/icons-material/ManageAccountsOutlined';
import { lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';
import { nameOfAdministrator } from './administratorRecord.ts';

export const administrators: ResourceProps = {
  name: 'administrators',
  list: lazyScreen(() => import('./AdministratorList.tsx'), 'AdministratorList', {
    hasTexts: true,
  }),
  show: lazyScreen(() => import('./AdministratorShow.tsx'), 'AdministratorShow'),
  icon: ManageAccountsOutlined,
  recordRepresentation: nameOfAdministrator,
  options: { parent: 'settings' },
};

export { DeviceList, RememberedDeviceList } from './DeviceList.tsx';
