import { messageAmount } from '../messageEvents.ts';

export const approvalSentences = {
  summaries: {
    refund: (amount: number) => `退款 ${messageAmount(amount)}`,
    credits: (amount: number) => `赠送 ${amount} 积分`,
    compensation: (amount: number) => `批量补偿 ${amount} 积分`,
  },
  own: '不能审批自己发起的申请，请由其他有权限的管理员处理',
  notOwn: '只有发起人可以撤回申请',
  ended: (label: string) => `申请${label}，请刷新查看`,
  subjectChanged: '申请的事项已有变化，不能通过，请驳回后由发起人重新提交',
  refundWaits: '这笔退款正在等待审批',
  compensationWaits: '这次补偿正在等待审批，可在「审批」中撤回或驳回',
  expired: '超过有效期，未审批',
} as const;
