import LabelOutlined from '@mui/icons-material/LabelOutlined';
import { type AdminResource, lazyScreen } from '../../kit/base/routes.tsx';

export const keywords: AdminResource = {
  name: 'keywords',
  list: lazyScreen(() => import('./KeywordList.tsx'), 'KeywordList'),
  create: lazyScreen(() => import('./KeywordForm.tsx'), 'KeywordCreate'),
  edit: lazyScreen(() => import('./KeywordForm.tsx'), 'KeywordEdit'),
  pages: { import: lazyScreen(() => import('./import/KeywordImport.tsx'), 'KeywordImport') },
  icon: LabelOutlined,
  recordRepresentation: 'word',
  section: '/templates',
  isExportable: true,
};
