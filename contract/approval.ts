import { changeOf, type Choice, oneOrMany } from './action.ts';
import { entity, type RecordOf } from './entity.ts';
import { type ApprovalKind, approvalRights, kindOfApproval } from './rights/approvals.ts';
import { anyOf, type Demand } from './rights/demands.ts';
import { oneOf, type Transitions } from './states.ts';
import { id, instant, labelled, line, rev, z } from './zod.ts';

/** What another administrator has to approve, because it is above the limits of the role that asks. */
export const approvalKinds = {
  refund: { label: '退款', tone: 'neutral' },
  credits: { label: '赠送积分', tone: 'neutral' },
  compensation: { label: '批量补偿', tone: 'neutral' },
} as const satisfies Record<ApprovalKind, Choice>;

export const approvalStatuses = {
  waiting: { label: '待审批', tone: 'warning' },
  approved: { label: '已通过', tone: 'success' },
  declined: { label: '已驳回', tone: 'danger' },
  withdrawn: { label: '已撤回', tone: 'neutral' },
  expired: { label: '已过期', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type ApprovalStatus = keyof typeof approvalStatuses;

/** How a refund or compensation stands with it; `none` for one that needed no approval. */
export const approvalMarks = {
  none: { label: '无需审批', tone: 'neutral' },
  ...approvalStatuses,
} as const satisfies Record<string, Choice>;
export const approvalMark = labelled('审批', oneOf(approvalMarks).default('none'));

/** How long a request waits before it ends by itself. */
export const APPROVAL_MS = 3 * 86_400_000;

/** With the right that the thing itself takes. */
const ofApproval =
  (what: 'read' | 'decide') =>
  ({ id: approvalId }: { id: string }): Demand => {
    const kind = kindOfApproval(approvalId);
    return kind ? [`approvals.${what}`, approvalRights[kind][what]] : `approvals.${what}`;
  };

/**
 * What an administrator may not give alone. The refund or compensation that it is about is stored with it, its money
 * reserved, and goes on or ends with it; credits are given with its approval.
 */
export const approvalEntity = entity({
  kind: 'approval',
  name: '审批',
  function: 'adminOrder',
  collection: 'approvals',
  words: {
    approveRequest: '通过审批',
    declineRequest: '驳回审批',
    withdrawRequest: '撤回申请',
  },
  also: {
    kind: labelled('事项', oneOf(approvalKinds)),
    /** The refund, compensation or user. */
    subjectId: labelled('对象编号', id),
    /** Only for refunds: the order. */
    orderId: z.string().default(''),
    /** An order number, a nickname, or whom a compensation is for. */
    title: labelled('对象', z.string()),
    /** Fen of a refund; otherwise credits, of a compensation all together; negative where they are taken away. */
    amount: labelled('申请内容', z.int()),
    /** For credits and compensations, per user: bought and presented credits, days of membership (`memberDays.ts`). */
    paidCredits: labelled('购买积分', z.int().default(0)),
    giftCredits: labelled('赠送积分', z.int().default(0)),
    days: labelled('会员天数', z.int().default(0)),
    packageName: labelled('会员套餐', z.string().default('')),
    /** When the membership ends then; null where that is not asked for. */
    untilTime: labelled('会员到期', instant.nullable().default(null)),
    /** Only for compensations: users, or tasks that run again. */
    people: labelled('人数', z.int().default(0)),
    /** Only for refunds: earlier refunds of the order, and the prints that this one cancels. */
    refundedFen: labelled('此前已退', z.int().default(0)),
    printNo: labelled('取消的冲印订单', z.string().default('')),
    /** Which limit it is above, in words. */
    limit: labelled('需审批的原因', z.string()),
    /** Why its maker wants it. */
    reason: labelled('事由', z.string()),
    status: oneOf(approvalStatuses),
    askedById: labelled('发起人编号', id),
    askedBy: labelled('发起人', z.string()),
    expireTime: labelled('到期时间', instant),
    decidedBy: labelled('审批人', z.string().default('')),
    decideTime: labelled('审批时间', instant.nullable().default(null)),
    note: labelled('审批意见', z.string().default('')),
  },
  labels: { createTime: '发起时间' },
  filter: {
    status: oneOrMany(oneOf(approvalStatuses)),
    kind: oneOrMany(oneOf(approvalKinds)),
  },
  sorts: ['createTime'],
  indexes: ['status expireTime', 'subjectId'],
  states: approvalStatuses,
  transitions: {
    waiting: ['approved', 'declined', 'withdrawn', 'expired'],
    approved: [],
    declined: [],
    withdrawn: [],
    expired: [],
  } satisfies Transitions<ApprovalStatus>,
  actions: {
    /** Answers only kinds whose records the role may read. */
    list: { name: 'getApprovals', example: { page: 1, pageSize: 20, withCounts: true } },
    get: {
      name: 'getApprovalById',
      id: 'id',
      right: ofApproval('read'),
      example: { id: 'credits_0001' },
    },
  },
});
export type Approval = RecordOf<typeof approvalEntity>;

/** What the approver is shown beside the amount. */
export type AskedInFull = Pick<
  Approval,
  | 'paidCredits'
  | 'giftCredits'
  | 'days'
  | 'packageName'
  | 'untilTime'
  | 'people'
  | 'refundedFen'
  | 'printNo'
>;

export const approvalActions = {
  ...approvalEntity.actions,
  /**
   * Counts as doing it oneself: 40305 without the right that it takes, or above the limits of one's own role. 40902 for
   * one's own request, one that no longer waits, or no longer is as it was shown (`rev`). What then fails is reported as
   * if the approver had asked for it.
   */
  approveRequest: changeOf(approvalEntity, {
    right: ofApproval('decide'),
    more: { note: line(200).optional(), rev: rev.optional() },
    example: { id: 'credits_0001' },
  }),
  /** Ends it: what was reserved is free again. 40902 as above. */
  declineRequest: changeOf(approvalEntity, {
    right: ofApproval('decide'),
    more: { note: line(200).min(1), rev: rev.optional() },
    example: { id: 'credits_0002', note: '金额与聊天记录不符' },
  }),
  /** By its maker, with the same end. */
  withdrawRequest: changeOf(approvalEntity, {
    right: anyOf('orders.refund', 'users.credits', 'compensations.write'),
    example: { id: 'credits_0003' },
  }),
};
