export const packageSentences = {
  daysRequired: '会员套餐请填写天数',
  creditsRequired: '积分包请填写积分',
  originPriceTooLow: '原价不能低于售价',
  virtualClosed: '虚拟支付尚未启用，请先在支付设置中填写',
  sold: '该套餐已售出过，不能删除，可以下架',
  ordered: '该套餐有未支付的订单，不能删除，可以下架',
  held: '还有用户持有该套餐，不能删除，可以下架',
  chosenGone: '所选套餐已不存在，请重新选择',
} as const;

/** Why what is sold virtually is not at WeChat yet, for administrators. */
export const goodsSentences = {
  retried: '重新上传道具',
  noRetry: '道具没有失败，不需要重试',
  noPicture: '没有可用的图片：套餐用支付设置中的道具图片，模板用 JPG 或 PNG 封面',
  noMiniProgram: '请先在通知设置中填写小程序的 AppSecret',
  noAnswer: '微信没有收到，会再次上传',
  notTaken: '微信没有接受，请检查名称和图片',
  busy: '微信系统繁忙，稍后再试',
  wrongField: '微信不接受其中的内容，请检查名称和图片',
  signature: '微信不接受签名，请检查支付设置中的密钥',
  sensitive: '名称或图片含有敏感内容，请修改后重试',
  refused: (code: number) => `微信拒绝（${code}）`,
} as const;
