import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import { type AdminResource, lazyScreen } from '../../kit/base/routes.tsx';

export const auditLogs: AdminResource = {
  name: 'audit-logs',
  list: lazyScreen(() => import('./AuditLogList.tsx'), 'AuditLogList'),
  icon: HistoryOutlined,
  section: '/settings',
  isExportable: true,
};
