import StyleOutlined from '@mui/icons-material/StyleOutlined';
import { type AdminResource, lazyScreen } from '../../kit/base/routes.tsx';

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
