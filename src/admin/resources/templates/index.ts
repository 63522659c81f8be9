import StyleOutlined from '@mui/icons-material/StyleOutlined';
import { lazyList, lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const templates: ResourceProps = {
  name: 'templates',
  list: lazyList(() => import('./TemplateList.tsx'), 'TemplateList'),
  create: lazyScreen(() => import('./TemplateCreate.tsx'), 'TemplateCreate'),
  edit: lazyScreen(() => import('./TemplateEdit.tsx'), 'TemplateEdit'),
  icon: StyleOutlined,
  recordRepresentation: 'name',
  options: { isExportable: true },
};
