import { daysInWords } from '../memberDays.ts';
import type { ApprovalKind } from '../rights/approvals.ts';
import { creditWords } from './creditBuckets.ts';

/** What is asked for; see `approvalEntity`. */
export interface AskedFor {
  kind: ApprovalKind;
  amount: number;
  paidCredits?: number;
  giftCredits?: number;
  days?: number;
  packageName?: string;
  people?: number;
  refundedFen?: number;
  printNo?: string;
}

const yuan = (fen: number) => `¥${(fen / 100).toFixed(2)}`;

const credits = (count: number, label: string) =>
  count === 0 ? '' : `${count > 0 ? '增加' : '扣除'} ${Math.abs(count)} ${label}`;

const membership = (days: number, name: string): string => {
  if (days === 0) return '';
  const of = name ? `会员「${name}」` : '会员';
  return days > 0 ? `${of} ${daysInWords(days)}` : `取消${of} ${daysInWords(-days)}`;
};

const each = ({ amount, paidCredits = 0, giftCredits = 0, days = 0, packageName = '' }: AskedFor) =>
  [
    membership(days, packageName),
    credits(paidCredits, creditWords.paid),
    credits(giftCredits, creditWords.gift),
  ]
    .filter(Boolean)
    .join('，') || credits(amount, '积分');

const summaries: Record<ApprovalKind, (asked: AskedFor) => string> = {
  refund: ({ amount, refundedFen = 0, printNo = '' }) =>
    [
      `退款 ${yuan(amount)}`,
      refundedFen > 0 && `此前已退 ${yuan(refundedFen)}`,
      printNo && `取消冲印订单 ${printNo}`,
    ]
      .filter(Boolean)
      .join('，'),
  credits: each,
  compensation: asked => {
    const { amount, people = 0, days = 0, giftCredits = 0 } = asked;
    if (days === 0 && giftCredits === 0) return `批量重新生成 ${people} 个任务，共 ${amount} 积分`;
    const sum = giftCredits > 0 ? `，共 ${amount} 积分` : '';
    return `批量补偿 ${people} 人，每人${each(asked)}${sum}`;
  },
};

/** `退款 ¥12.00`. Here and not beside the entity, because the menu loads it before anything is shown. */
export const approvalSummary = (asked: AskedFor): string => summaries[asked.kind](asked);

export const approvalSentences = {
  own: '不能审批自己发起的申请，请由其他有权限的管理员处理',
  notOwn: '只有发起人可以撤回申请',
  ended: (label: string) => `申请${label}，请刷新查看`,
  changed: '申请刚有变化，请核对后再处理',
  subjectChanged: '申请的事项已有变化，不能通过，请驳回后由发起人重新提交',
  refundWaits: '这笔退款正在等待审批',
  compensationWaits: '这次补偿正在等待审批，可在「审批」中撤回或驳回',
  expired: '超过有效期，未审批',
  givenWithin: '同一次提交已在上限内完成',
} as const;
