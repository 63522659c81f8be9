import StyleOutlined from '@mui/icons-material/StyleOutlined';
import { lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const templates: ResourceProps = {
  name: 'templates',
  list: lazyScreen(() => import('./TemplateList.tsx'), 'TemplateList', { hasTexts: true }),
  create: lazyScreen(() => import('./TemplateCreate.tsx'), 'TemplateCreate'),
  edit: lazyScreen(() => import('./TemplateEdit.tsx'), 'TemplateEdit'),
  icon: StyleOutlined,
  recordRepresentation: 'name',
  options: { isExportable: true },
};
