import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import type { AdminResource } from '../../kit/base/adminResource.tsx';
import { lazyScreen } from '../../kit/base/lazyScreen.tsx';

export const auditLogs: AdminResource = {
  name: 'audit-logs',
  list: lazyScreen(() => import('./AuditLogList.tsx'), 'AuditLogList'),
  icon: HistoryOutlined,
  section: '/settings',
  isExportable: true,
};
