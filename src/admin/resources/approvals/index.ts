import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import { approvalSummary } from '#contract/sentences/approvals.ts';
import { lazyList, lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const approvals: ResourceProps = {
  name: 'approvals',
  list: lazyList(() => import('./ApprovalList.tsx'), 'ApprovalList'),
  show: lazyScreen(() => import('./ApprovalShow.tsx'), 'ApprovalShow'),
  icon: FactCheckOutlined,
  recordRepresentation: approvalSummary,
  options: { parent: 'orders' },
};
