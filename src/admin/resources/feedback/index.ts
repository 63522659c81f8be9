import FeedbackOutlined from '@mui/icons-material/FeedbackOutlined';
import { lazyList, lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const feedback: ResourceProps = {
  name: 'feedback',
  list: lazyList(() => import('./FeedbackList.tsx'), 'FeedbackList'),
  show: lazyScreen(() => import('./FeedbackShow.tsx'), 'FeedbackShow'),
  icon: FeedbackOutlined,
  recordRepresentation: 'text',
  options: { parent: 'users', isExportable: true },
};
