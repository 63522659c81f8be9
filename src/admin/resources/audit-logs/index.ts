import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import { lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const auditLogs: ResourceProps = {
  name: 'audit-logs',
  list: lazyScreen(() => import('./AuditLogList.tsx'), 'AuditLogList'),
  icon: HistoryOutlined,
  options: { parent: 'settings', isExportable: true },
};
