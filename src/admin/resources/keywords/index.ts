import LabelOutlined from '@mui/icons-material/LabelOutlined';
import type { ResourceProps } from 'react-admin';
import { editRoute } from '../../editRoute.tsx';
import { lazyScreen } from '../../lazyScreen.ts';

export const keywords: ResourceProps = {
  name: 'keywords',
  list: lazyScreen(() => import('./KeywordList.tsx'), 'KeywordList'),
  create: lazyScreen(() => import('./KeywordCreate.tsx'), 'KeywordCreate'),
  ...editRoute(lazyScreen(() => import('./KeywordEdit.tsx'), 'KeywordEdit')),
  icon: LabelOutlined,
  recordRepresentation: 'word',
};
