/** Texts of the refunds that a visitor asks for. */
export const refunds = {
  state: (label: string) => `退款申请：${label}`,
  ask: '申请退款',
  reason: '退款原因',
  text: '补充说明',
  why: '原因和说明只用于处理这次退款，随订单保存；注销账号时删除说明。规则见',
  send: '提交申请',
  sending: '正在提交…',
  withdraw: '撤回退款申请',
  withdrawAsk: '撤回退款申请？',
  withdrawFacts: (most: number) => `每笔订单最多申请 ${most} 次退款。`,
  withdrawing: '正在撤回…',
};
