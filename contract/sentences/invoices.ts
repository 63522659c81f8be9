export const invoiceSentences = {
  // To visitors.
  taxNumberRequired: '企业发票请填写税号',
  notInvoiceable: '只有已付款、没有全额退款的订单可以申请发票',
  notNow: (state: string) => `发票${state}，不能再申请；抬头有误请联系客服`,
  issued: (orderNo: string, number: string) =>
    `订单 ${orderNo} 的发票已开具，发票号码 ${number}，会发送到你填写的邮箱。`,
  refused: (orderNo: string, reason: string) => `订单 ${orderNo} 的发票没有开具：${reason}`,

  // To administrators.
  illegalMove: (from: string, to: string) => `「${from}」的发票不能变为「${to}」`,
  none: '用户没有申请发票',
  noEmail: '接收邮箱已删除',
  refunding: '订单有退款正在处理，结束后再开票',

  // In records.
  refundedWhole: '订单已全额退款',
  erased: '资料已删除，不再开票',
} as const;
