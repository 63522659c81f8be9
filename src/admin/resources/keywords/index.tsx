import LabelOutlined from '@mui/icons-material/LabelOutlined';
import type { ResourceProps } from 'react-admin';
import { Route } from 'react-router-dom';
import { editRoute, lazyScreen } from '../../kit/base/routes.tsx';

const KeywordImport = lazyScreen(() => import('./import/KeywordImport.tsx'), 'KeywordImport');
const { edit, children } = editRoute(lazyScreen(() => import('./KeywordForm.tsx'), 'KeywordEdit'));

export const keywords: ResourceProps = {
  name: 'keywords',
  list: lazyScreen(() => import('./KeywordList.tsx'), 'KeywordList'),
  create: lazyScreen(() => import('./KeywordForm.tsx'), 'KeywordCreate'),
  edit,
  icon: LabelOutlined,
  recordRepresentation: 'word',
  children: (
    <>
      {children}
      <Route path="import" element={<KeywordImport />} />
    </>
  ),
};
