import StyleOutlined from '@mui/icons-material/StyleOutlined';
import type { ResourceProps } from 'react-admin';
import { editRoute, lazyScreen } from '../../kit/base/routes.tsx';

export const templates: ResourceProps = {
  name: 'templates',
  list: lazyScreen(() => import('./TemplateList.tsx'), 'TemplateList'),
  create: lazyScreen(() => import('./TemplateCreate.tsx'), 'TemplateCreate'),
  ...editRoute(lazyScreen(() => import('./TemplateEdit.tsx'), 'TemplateEdit')),
  icon: StyleOutlined,
  recordRepresentation: 'name',
};
