import { compensationRowEntity } from '../compensation.ts';
import { feedbackEntity } from '../feedback.ts';
import { creditLedger, userEntity } from '../user.ts';
import { adminUserActions } from '../userActions.ts';
import { type ExportableResource, exportOf, nameOf, ofEntity } from './columns.ts';

/** Where a line of the ledger comes from. */
const sources = {
  order: { label: '订单' },
  refund: { label: '退款' },
  task: { label: '生成任务' },
  localApp: { label: '本地应用' },
  package: { label: '套餐' },
  activationCode: { label: '激活码' },
  register: { label: '注册' },
  invitation: { label: '邀请' },
  activity: { label: '活动' },
  admin: { label: '管理员' },
};

export const userExports = {
  users: ofEntity(
    userEntity,
    `_id openid nickName phoneTail channel status statusReason disabledUntil tags
      packageName packageExpireTime credits.paid credits.gift stats.taskCount
      stats.orderCount stats.paidFen stats.refundFen lastPayTime lastActiveTime createTime`,
    { columns: { nickName: { label: '昵称' }, phoneTail: { label: '手机尾号' } } },
  ),
  'users/credits': exportOf(
    { ...creditLedger, list: adminUserActions.getCreditLedger, collection: 'creditLedger' },
    `createTime userId kind bucket delta balanceAfter reason userNote refType refId
      operator _id`,
    { columns: { refType: { kind: 'choice', choices: sources } } },
  ),
  feedback: ofEntity(
    feedbackEntity,
    `_id receiptNo topic text contact status userId taskId templateId templateName reply
      handledBy handledTime createTime acceptBy acceptedTime answerBy`,
  ),
  'compensations/rows': ofEntity(
    compensationRowEntity,
    'createTime userId taskId result message amount retryId _id',
    { filters: { compensationId: nameOf('compensations', 'reason') } },
  ),
} as const satisfies Record<string, ExportableResource>;
