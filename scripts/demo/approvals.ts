import type { StoredApproval } from '#cloudfunctions/_shared/approvals/records.ts';
import type { StoredRefund } from '#cloudfunctions/_shared/refunds/refunds.ts';
import { APPROVAL_MS, approvalEntity } from '#contract/approval.ts';
import { approvalIdOf } from '#contract/rights/approvals.ts';
import { limitsOfRole } from '#contract/rights/roles.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { DAY, demoAuthor, HOUR, numbered, stamped } from './record.ts';

const support = { adminId: 'adm_0002', name: '客服小林' };
const limits = limitsOfRole('support');

type Asked = Pick<StoredApproval, 'subjectId' | 'amount' | 'reason'> & Partial<StoredApproval>;

/** Of credits, unless it says otherwise. */
export const demoApproval = (_id: string, time: number, asked: Asked): StoredApproval => ({
  ...stamped(time),
  ...approvalEntity.blank(),
  _id,
  kind: 'credits',
  title: '',
  giftCredits: asked.kind === 'refund' ? 0 : asked.amount,
  found: '',
  limit: adminSentences.aboveGift(limits.creditLimit ?? 0),
  status: 'waiting',
  askedById: support.adminId,
  askedBy: support.name,
  expireTime: time + APPROVAL_MS,
  wish: {
    action: 'adjustCredits',
    data: {
      id: asked.subjectId,
      bucket: 'gift',
      delta: asked.amount,
      reason: asked.reason,
      userNote: '',
    },
  },
  ...asked,
});

/** What support asks for above its limits: some wait, some were decided. Makes the refund wait. */
export const demoApprovals = (
  people: readonly { _id: string }[],
  refund: StoredRefund | undefined,
  now: number,
): StoredApproval[] => {
  const user = (at: number) => people[at % people.length]?._id ?? '';
  const decided = (time: number) => ({ decidedBy: demoAuthor.name, decideTime: time });
  const approvals = [
    demoApproval(numbered('credits', 1), now - 2 * HOUR, {
      subjectId: user(7),
      amount: 800,
      reason: '连续三天生成失败，协商补偿',
    }),
    demoApproval(numbered('credits', 2), now - 5 * HOUR, {
      subjectId: user(12),
      amount: 2_000,
      reason: '企业用户批量制作，效果与样例不符',
    }),
    // The first administrator's own, which a colleague would approve.
    demoApproval(numbered('credits', 3), now - HOUR, {
      subjectId: user(5),
      amount: 1_200,
      reason: '活动奖品发放有误，补发',
      askedById: demoAuthor.adminId,
      askedBy: demoAuthor.name,
    }),
    demoApproval(numbered('credits', 4), now - 2 * DAY, {
      subjectId: user(3),
      amount: 600,
      reason: '冲印破损，补偿积分',
      status: 'approved',
      ...decided(now - 2 * DAY + HOUR),
      note: '已核对照片',
    }),
    demoApproval(numbered('credits', 5), now - 4 * DAY, {
      subjectId: user(9),
      amount: 5_000,
      reason: '用户要求补偿',
      status: 'declined',
      ...decided(now - 4 * DAY + 3 * HOUR),
      note: '没有失败记录，按规定补偿即可',
    }),
  ];
  if (!refund) return approvals;
  Object.assign(refund, {
    approval: 'waiting',
    applyBy: support.name,
    outcomeUnknown: false,
    nextQueryTime: null,
  } satisfies Partial<StoredRefund>);
  return [
    demoApproval(approvalIdOf('refund', refund._id), refund.createTime, {
      kind: 'refund',
      subjectId: refund._id,
      orderId: refund.orderId,
      title: refund.orderNo,
      amount: refund.amountFen,
      limit: adminSentences.aboveDay(
        adminSentences.refundsADay(((limits.refundDayFen ?? 0) / 100).toFixed(2)),
      ),
      reason: [refund.reasonCode, refund.reason].join('，'),
      wish: null,
    }),
    ...approvals,
  ];
};
