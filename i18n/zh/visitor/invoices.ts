/** Texts of a visitor's orders and their invoices. */
export const invoices = {
  orders: '我的订单',
  ordersHint: '查看订单，申请发票或退款',
  noOrders: '还没有订单',
  state: (label: string) => `发票：${label}`,
  ask: '申请发票',
  change: '修改发票信息',
  amount: (sum: string) => `开票金额 ${sum}，为实付金额减去已退款的部分`,
  kind: '抬头类型',
  inputs: { title: '发票抬头', taxNumber: '税号', email: '接收发票的邮箱' },
  why: '抬头、税号和邮箱只用于开具和发送这张发票，随订单保存；注销账号时删除邮箱。',
  send: '提交申请',
  sending: '正在提交…',
};
