import MarkChatReadOutlined from '@mui/icons-material/MarkChatReadOutlined';
import type { Message } from '#contract/message.ts';
import { lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const messages: ResourceProps = {
  name: 'messages',
  list: lazyScreen(() => import('./MessageList.tsx'), 'MessageList', { hasTexts: true }),
  icon: MarkChatReadOutlined,
  recordRepresentation: ({ content, values }: Message) =>
    content || Object.values(values).join(' · '),
  options: { parent: 'users' },
};
