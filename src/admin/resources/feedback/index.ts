import FeedbackOutlined from '@mui/icons-material/FeedbackOutlined';
import { lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const feedback: ResourceProps = {
  name: 'feedback',
  list: lazyScreen(() => import('./FeedbackList.tsx'), 'FeedbackList', { hasTexts: true }),
  show: lazyScreen(() => import('./FeedbackShow.tsx'), 'FeedbackShow'),
  icon: FeedbackOutlined,
  recordRepresentation: 'text',
  options: { parent: 'users', isExportable: true },
};
