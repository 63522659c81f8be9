/**
 * The figures of the counters (`counters.ts`). Each counts on one day: of the payment, of the refund's success, of
 * shipping, otherwise of the record's creation. Readers and writers share this table. Amounts are fen.
 */
export const figures = {
  newUsers: '新增用户',
  activeUsers: '生成过图片的用户数，计在任务创建之日',
  createdOrders: '下单数',
  paidOrders: '支付订单数（含晚到的支付）',
  paidFen: '支付金额',
  paidOrders_package: '支付订单数：套餐',
  paidOrders_template: '支付订单数：单次购买',
  paidOrders_print: '支付订单数：冲印',
  paidFen_package: '支付金额：套餐',
  paidFen_template: '支付金额：单次购买',
  paidFen_print: '支付金额：冲印',
  latePaidOrders: '关闭后才支付的订单数',
  closedOrders: '未支付而关闭的订单数，计在下单之日',
  refunds: '成功退款笔数',
  refundedFen: '成功退款金额，计在退款成功之日',
  refundedOrders: '全额退款的订单数，计在退款成功之日',
  grantedCredits: '订单发放的积分（购买与赠送），计在支付之日',
  clawedBackCredits: '退款收回的积分，计在退款成功之日',
  createdPrints: '冲印下单数',
  printPhotos: '冲印下单的照片张数',
  shippedPrints: '冲印发货数，计在发货之日',
  completedPrints: '已完成的冲印订单数（含补印），计在下单之日',
  reprints: '补印数',
  tasks: '已结束的生成任务数，计在任务创建之日',
  succeededTasks: '生成成功数',
  failedTasks: '生成失败与超时数',
  spentCredits: '成功任务消耗的积分',
  redeemedCodes: '兑换的激活码数',
} as const;
export type Figure = keyof typeof figures;
