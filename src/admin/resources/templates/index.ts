import StyleOutlined from '@mui/icons-material/StyleOutlined';
import { type AdminResource, lazyList, lazyScreen } from '../../kit/base/routes.tsx';

export const templates: AdminResource = {
  name: 'templates',
  list: lazyList(() => import('./TemplateList.tsx'), 'TemplateList'),
  create: lazyScreen(() => import('./TemplateCreate.tsx'), 'TemplateCreate'),
  edit: lazyScreen(() => import('./TemplateEdit.tsx'), 'TemplateEdit'),
  icon: StyleOutlined,
  recordRepresentation: 'name',
  section: '/templates',
  isExportable: true,
};
