import { refundObstacles } from './refunds.ts';

export const refundAskSentences = {
  // To visitors.
  waits: '退款申请正在处理，不用重复提交',
  tooOften: (most: number) => `每笔订单最多申请 ${most} 次退款，请在「投诉与反馈」里说明情况`,
  nothingByRules:
    '按《退款规则》，这笔订单没有可退的金额；服务有质量问题的，请在「投诉与反馈」里说明',
  notWaiting: '没有待处理的退款申请',
  refunding: '订单有退款正在处理，不能撤回申请',
  refused: (orderNo: string, reason: string) => `订单 ${orderNo} 的退款申请没有同意：${reason}`,
  obstacles: {
    ...refundObstacles,
    paidAtApple: '这笔订单由苹果收款，请在苹果的「报告问题」网页申请退款',
    tooOld: '付款已超过一年，不能原路退款，请联系客服',
    tooMany: '这笔订单的退款次数已达上限，请联系客服',
  },

  // To administrators.
  illegalMove: (state: string) => `「${state}」的退款申请不能拒绝`,
  none: '用户没有申请退款',
  openRefund: '订单有退款正在处理，结束后再答复申请',
} as const;
