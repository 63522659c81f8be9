import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import { approvalSummary } from '#contract/sentences/approvals.ts';
import { lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const approvals: ResourceProps = {
  name: 'approvals',
  list: lazyScreen(() => import('./ApprovalList.tsx'), 'ApprovalList', { hasTexts: true }),
  show: lazyScreen(() => import('./ApprovalShow.tsx'), 'ApprovalShow'),
  icon: FactCheckOutlined,
  recordRepresentation: approvalSummary,
  options: { parent: 'orders' },
};
