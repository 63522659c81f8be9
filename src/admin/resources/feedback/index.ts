import FeedbackOutlined from '@mui/icons-material/FeedbackOutlined';
import { type AdminResource, lazyList } from '../../kit/base/routes.tsx';

export const feedback: AdminResource = {
  name: 'feedback',
  list: lazyList(() => import('./FeedbackList.tsx'), 'FeedbackList'),
  icon: FeedbackOutlined,
  section: '/users',
  parent: '/users',
  isExportable: true,
};
