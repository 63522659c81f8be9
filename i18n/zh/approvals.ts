import { approvalEntity } from '#contract/approval.ts';

export const approvals = {
  name: approvalEntity.name,
  page: { list: '审批', show: '审批详情' },
  empty: {
    title: '没有审批',
    text: '退款、赠送积分和批量补偿超过角色的上限时，会在这里等待审批。',
  },
  fields: approvalEntity.labels,
  facts: '申请信息',
  help: {
    refund: '款项已预留，通过后立即提交退款；驳回、撤回或过期后退款作废，预留的退回用户。',
    credits: '通过后积分立即到账；驳回、撤回或过期后不发放。',
    compensation: '通过后立即开始；驳回、撤回或过期后不再进行。',
  },
  own: '这是你发起的申请，由其他有权限的管理员审批。',
  aboveOwn: '超过你的角色的上限，请上限更高的同事审批。',
  asked: '已提交审批，通过后生效',
  above: '%{limit}，提交后等待审批',
  view: '查看审批',
  approve: {
    action: '通过',
    title: '通过这项申请？',
    submit: '确认通过',
    done: '已通过',
    note: '审批意见（选填）',
  },
  decline: {
    action: '驳回',
    title: '驳回这项申请？',
    facts: '驳回后申请结束，预留的款项和积分退回。',
    submit: '确认驳回',
    done: '已驳回',
    note: '驳回原因',
  },
  withdraw: {
    action: '撤回',
    title: '撤回这项申请？',
    facts: '撤回后申请结束，预留的款项和积分退回。',
    submit: '确认撤回',
    done: '已撤回',
  },
};
