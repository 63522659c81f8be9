import type { ApprovalKind } from '../rights/approvals.ts';

const summaries: Record<ApprovalKind, (amount: number) => string> = {
  refund: fen => `退款 ¥${(fen / 100).toFixed(2)}`,
  credits: count => `赠送 ${count} 积分`,
  compensation: count => `批量补偿 ${count} 积分`,
};

/** `退款 ¥12.00`. Here and not beside the entity, because the menu loads it before anything is shown. */
export const approvalSummary = ({ kind, amount }: { kind: ApprovalKind; amount: number }): string =>
  summaries[kind](amount);

export const approvalSentences = {
  own: '不能审批自己发起的申请，请由其他有权限的管理员处理',
  notOwn: '只有发起人可以撤回申请',
  ended: (label: string) => `申请${label}，请刷新查看`,
  subjectChanged: '申请的事项已有变化，不能通过，请驳回后由发起人重新提交',
  refundWaits: '这笔退款正在等待审批',
  compensationWaits: '这次补偿正在等待审批，可在「审批」中撤回或驳回',
  expired: '超过有效期，未审批',
} as const;
