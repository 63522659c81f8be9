import ManageAccountsOutlined from '@mui/icons-material/ManageAccountsOutlined';
import { type AdminResource, lazyList, lazyScreen } from '../../kit/base/routes.tsx';
import { nameOfAdministrator } from './administratorRecord.ts';

export const administrators: AdminResource = {
  name: 'administrators',
  list: lazyList(() => import('./AdministratorList.tsx'), 'AdministratorList'),
  show: lazyScreen(() => import('./AdministratorShow.tsx'), 'AdministratorShow'),
  icon: ManageAccountsOutlined,
  recordRepresentation: nameOfAdministrator,
  section: '/settings',
  parent: '/settings',
};

export { DeviceList } from './DeviceList.tsx';
