/** Why an order cannot be refunded. */
export const refundObstacles = {
  fullyRefunded: '订单已全额退款',
  notPaid: '只有已支付或已完成的订单可以退款',
  paidByCode: '激活码订单没有可退的款项',
  paidAtApple: '这笔订单由苹果收款，只能由用户向苹果申请退款，退款后积分自动扣回',
  tooOld: '支付已超过一年，无法原路退款，请线下退给用户',
  tooMany: '该订单的退款已达 50 次上限，请线下处理',
  oneOpen: '该订单还有一笔退款没有结束',
  tooSoon: '同一订单两次退款需间隔 1 分钟',
  nothingLeft: '没有可退的金额',
} as const;

export const refundSentences = {
  reasonless: '客服退款',
  noResult: '未能生成作品',
  theirs: '已由微信或苹果退款',
  usedUp: '购买的积分或会员已经用完，按公示的退款规则不退款',
  ...refundObstacles,

  // Why a refund is not accepted.
  repeatedItem: '同一件商品只能填写一行',
  itemsDiffer: '退款明细与订单不符',
  itemsSumDiffers: '明细金额合计与退款金额不符',
  tooManyOfLine: (name: string, left: number) =>
    left > 0 ? `「${name}」只剩 ${left} 件可退` : `「${name}」已全部退款`,
  itemsMake: (yuan: string) => `按所选明细应退 ¥${yuan}，请核对后重试`,
  onlyWhole: '支付设置不允许部分退款，只能退回剩余的全部金额',
  reasonGone: '该退款原因已不在支付设置中，请重新选择',
  amountTooLarge: '超过可退金额',
  creditsTooMany: '超过该订单发放的积分',
  daysTooMany: '超过该订单发放的天数',
  takesLess: (credits: number, days: number) =>
    `用户的积分或会员刚有变化，现在只能收回 ${credits} 积分、会员 ${days} 天，请核对后重新提交`,
  otherInProgress: '该订单正在处理另一笔退款，请刷新后重试',
  otherOpen: '该订单还有另一笔退款没有结束',
  leftTooLittle: '订单剩余可退金额不足',
  itemsTaken: '这笔退款的明细已由其他退款退回，不能重新提交',

  // Why the ways forward are closed.
  notAllowed: (label: string, action: string) => `「${label}」的退款不能${action}`,
  retry: '重新提交',
  void: '作废',
  elsewhere: '按异常退款处理',
  beingChecked: '这笔退款正在与微信支付核对，请稍后刷新再试',
  voidedBefore: '作废过的退款不能重新提交，请重新发起退款',
  acceptedByGateway: '微信支付已受理这笔退款，不能作废',
  mayBeInFlight: '最近一次提交可能还在途中，微信支付仍可能受理，请稍后再作废',
  changedMeanwhile: '退款状态已变化，请刷新后重试',
  nothingToCheck: '这笔退款没有需要核对的款项',
  bankCardRequired: '退到用户银行卡时请填写',
  gatewayUnclear: '微信支付没有明确答复，系统会继续查询，请稍后查看',

  // In records.
  printCancelled: '冲印订单取消',
  taken: (reason: string) => `退款收回，退款未成会退回${reason && `：${reason}`}`,
  undone: (reason: string) => `退款未成，积分已退回${reason && `：${reason}`}`,
  succeeded: '退款成功',
  orderFullyRefunded: '已全额退款',
  offline: '线下退款',
} as const;

/** The gateway's refusals by its codes. */
export const gatewayRefusals = {
  NOT_ENOUGH: '商户账户余额不足，请充值后重试',
  USER_ACCOUNT_ABNORMAL: '用户账户异常，请联系用户后重试',
  RESOURCE_NOT_EXISTS: '微信支付没有这笔交易',
  INVALID_REQUEST: '微信支付认为这次退款不符合规则',
  PARAM_ERROR: '退款参数未被接受',
  NO_AUTH: '商户没有退款权限',
  MCH_NOT_EXISTS: '商户号不存在',
  SIGN_ERROR: '商户签名未通过，请检查支付设置',
  BY_APPLE: '这笔订单由苹果收款，只能由用户向苹果申请退款',
  '268490003': '虚拟支付的签名未通过，请检查支付设置',
  '268490013': '微信已核销这笔虚拟支付，不能退款',
  '268490016': '可退金额与微信的记录不一致，请稍后再试',
} as const;
export const otherGatewayRefusal = '微信支付拒绝了这次退款';
