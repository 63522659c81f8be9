import MarkChatReadOutlined from '@mui/icons-material/MarkChatReadOutlined';
import { type AdminResource, lazyList } from '../../kit/base/routes.tsx';

export const messages: AdminResource = {
  name: 'messages',
  list: lazyList(() => import('./MessageList.tsx'), 'MessageList'),
  icon: MarkChatReadOutlined,
  recordRepresentation: 'id',
  section: '/users',
  parent: '/users',
};
