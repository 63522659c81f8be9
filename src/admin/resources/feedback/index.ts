import FeedbackOutlined from '@mui/icons-material/FeedbackOutlined';
import { lazyList } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const feedback: ResourceProps = {
  name: 'feedback',
  list: lazyList(() => import('./FeedbackList.tsx'), 'FeedbackList'),
  icon: FeedbackOutlined,
  recordRepresentation: 'text',
  options: { parent: 'users', isExportable: true },
};
