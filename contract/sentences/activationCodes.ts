export const activationCodeSentences = {
  creditsRequired: '请填写积分，或选择套餐',
  creditsOfPackage: '已选择套餐，积分以套餐为准',
  laterTimeRequired: '请选择更晚的时间',
  laterThanNow: '请选择比当前更晚的时间',
  illegalMove: (from: string, to: string) => `「${from}」的批次不能变为「${to}」`,
  archived: '批次已归档',
  generating: '激活码正在生成，请稍后再试',
  busy: '该批次有任务正在进行，请稍后再试',
  codesOrBatchRequired: '请选择激活码或整个批次',
  countChanged: '受影响的数量已变化，请重新确认',
  notDisabled: '只有已作废的激活码可以恢复',
  batchExpired: '批次已过期，请先延长有效期',

  redeemed: '兑换成功',
  redemptionFailed: '兑换失败',
  /** The one answer that users get for every reason. */
  refused: '激活码无效或已使用',
  notRedeemable: (why: string) => `无法兑换：${why}`,
} as const;

/** Why a code was refused. Only support sees it. */
export const codeRefusals = {
  used: '已被使用',
  disabled: '已作废',
  expired: '已过期',
  malformed: '不是完整的激活码，应为 18 位字母和数字',
  unknown: '激活码不存在',
  batchNotActive: '批次未启用',
  batchBeingDisabled: '批次正在作废',
  notYetValid: '未到生效时间',
  limitReached: '超过每人限兑次数',
  userNotNormal: '用户已停用或注销',
} as const;
