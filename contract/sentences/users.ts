export const userSentences = {
  gone: '用户已不存在',
  deleted: '用户已注销',
  disabledOrDeleted: '用户已停用或注销',
  noPhone: '用户未绑定手机号',
  accountDisabled: '账号已停用',
  signInRefused: '账号已停用，请联系客服',
  illegalMove: (from: string, to: string) => `「${from}」的用户不能变为「${to}」`,
  onlyWhenDisabling: '仅停用时可设置',
  futureTimeRequired: '请选择将来的时间',
  businessOpen: '用户还有未完成的订单、退款或冲印，暂不能注销',
  changedMeanwhile: '用户刚刚被修改，请重试',
  tooManyTags: (most: number) => `最多 ${most} 个标签`,
  notEnoughCredits: '积分余额不足',
  agreementChanged: '协议已更新，请重新阅读',
  feedbackTaskGone: '作品不存在或已删除',
  deletedByHimself: '用户删除了全部数据',

  // In records.
  /** Instead of the nickname of a deleted user. */
  deletedName: '已注销用户',
  note: '备注',
  statusChanged: { normal: '启用账号', disabled: '停用账号', deleted: '注销账号' },
  enabledAgain: '停用期满，自动启用',
  welcomeGift: '新用户赠送',
  creditsAdjusted: '人工调整积分',
  packageAdjusted: '人工调整套餐',
  packageRemoved: '取消套餐',
} as const;
