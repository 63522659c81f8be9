export const orderSentences = {
  // To visitors.
  tooManyUnpaid: '未支付的订单过多，请先支付或取消',
  tooManyFromNetwork: '当前网络下单过于频繁，请一小时后再试',
  limitReached: '已达到该套餐的限购次数',
  refundRulesFirst: '请先阅读并确认退款规则，没有看到时请刷新页面',
  payClosed: '支付暂未开放',
  buyInMiniProgram: '该套餐请在小程序内购买',
  paidAlready: '订单已支付，不能取消',
  payingOrPaid: '订单正在付款或已支付，不能取消',

  // To administrators.
  illegalMove: (from: string, to: string) => `「${from}」的订单不能变为「${to}」`,
  paidMeanwhile: '用户已付款，订单已更新为已支付',
  userPaying: '用户正在付款，请稍后再试',
  printsUncompleted: '冲印订单尚未完成',
  userGone: '下单用户已不存在，无法发放',
  notPaid: '只有已支付的订单可以发放',
  refundOpen: '订单有未结束的退款，结束后再发放',
  grantDelayed: '支付后一小时仍未发放，请技术人员查看日志',
  notGranted: '已全额退款，不再发放',
  notForOffline: '只有网页下单、尚未支付的冲印订单可以标记线下已付',
  noVoucher: '凭证图片不存在或已删除，请重新上传',
  offlineAmount: '订单应付金额与收到的金额不符，请核对',
  wrongAmount: '支付金额与订单不符，请人工核对',

  // In records.
  cancelledByUser: '用户取消',
  expired: '超时未支付',
  webExpired: (days: number) => `超过 ${days} 天未支付，已自动关闭`,
  paidOffline: (reason: string) => `线下已付：${reason}`,
  closedByAdmin: '后台关闭',
  paid: '支付成功',
  paidAfterClosing: '关闭后收到付款',
  paidForPrints: '已支付',
  granted: '权益已发放',
  printsCompleted: '冲印已完成',
  completedByAdmin: '后台完成',
} as const;
