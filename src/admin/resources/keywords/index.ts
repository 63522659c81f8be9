import LabelOutlined from '@mui/icons-material/LabelOutlined';
import SearchOffOutlined from '@mui/icons-material/SearchOffOutlined';
import { lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const keywords: ResourceProps = {
  name: 'keywords',
  list: lazyScreen(() => import('./KeywordList.tsx'), 'KeywordList'),
  create: lazyScreen(() => import('./KeywordForm.tsx'), 'KeywordCreate'),
  edit: lazyScreen(() => import('./KeywordForm.tsx'), 'KeywordEdit'),
  icon: LabelOutlined,
  recordRepresentation: 'word',
  options: { parent: 'templates', isExportable: true },
};

export const searchMisses: ResourceProps = {
  name: 'keywords/misses',
  list: lazyScreen(() => import('./SearchMissList.tsx'), 'SearchMissList'),
  icon: SearchOffOutlined,
  recordRepresentation: 'q',
  options: { parent: 'keywords' },
};

export const KeywordImport = lazyScreen(
  () => import('./import/KeywordImport.tsx'),
  'KeywordImport',
);
