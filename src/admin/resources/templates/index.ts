import StyleOutlined from '@mui/icons-material/StyleOutlined';
import type { AdminResource } from '../../kit/base/adminResource.tsx';
import { lazyScreen } from '../../kit/base/lazyScreen.tsx';

export const templates: AdminResource = {
  name: 'templates',
  list: lazyScreen(() => import('./TemplateList.tsx'), 'TemplateList'),
  create: lazyScreen(() => import('./TemplateCreate.tsx'), 'TemplateCreate'),
  edit: lazyScreen(() => import('./TemplateEdit.tsx'), 'TemplateEdit'),
  icon: StyleOutlined,
  recordRepresentation: 'name',
  section: '/templates',
  isExportable: true,
};
