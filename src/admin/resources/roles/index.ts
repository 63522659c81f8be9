import AdminPanelSettingsOutlined from '@mui/icons-material/AdminPanelSettingsOutlined';
import { lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const roles: ResourceProps = {
  name: 'administrators/roles',
  list: lazyScreen(() => import('./RoleList.tsx'), 'RoleList'),
  create: lazyScreen(() => import('./RoleForm.tsx'), 'RoleCreate'),
  edit: lazyScreen(() => import('./RoleForm.tsx'), 'RoleEdit'),
  icon: AdminPanelSettingsOutlined,
  recordRepresentation: 'name',
  options: { parent: 'settings' },
};
