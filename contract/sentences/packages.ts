export const packageSentences = {
  daysRequired: '会员套餐请填写天数',
  creditsRequired: '积分包请填写积分',
  originPriceTooLow: '原价不能低于售价',
  virtualClosed: '虚拟支付尚未启用，请先在支付设置中填写',
  productIdRequired: '使用虚拟支付的套餐请填写道具 ID',
  sold: '该套餐已售出过，不能删除，可以下架',
  ordered: '该套餐有未支付的订单，不能删除，可以下架',
  held: '还有用户持有该套餐，不能删除，可以下架',
  chosenGone: '所选套餐已不存在，请重新选择',
} as const;
