export const packageSentences = {
  daysRequired: '会员套餐请填写天数',
  creditsRequired: '积分包请填写积分',
  originPriceTooLow: '原价不能低于售价',
  sold: '该套餐已售出过，只能停用',
  held: '还有用户持有该套餐，只能停用',
  chosenGone: '所选套餐已不存在，请重新选择',
} as const;
