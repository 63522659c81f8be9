import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import type { ResourceProps } from 'react-admin';
import { lazyScreen } from '../../kit/base/routes.tsx';

export const auditLogs: ResourceProps = {
  name: 'audit-logs',
  list: lazyScreen(() => import('./AuditLogList.tsx'), 'AuditLogList'),
  icon: HistoryOutlined,
};
