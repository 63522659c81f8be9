/** Why WeChat does not know of a delivery, for administrators. */
export const uploadSentences = {
  synced: '微信已收到这笔订单的发货信息，不需要再同步',
  notNeeded: '这笔订单不需要同步发货信息',
  retried: '重新同步发货信息',
  noAnswer: '微信没有答复，会先查询再决定是否重发',
  busy: '微信系统繁忙，稍后再试',
  noExpressNo: '没有快递单号',
  unknownCarrier: '微信没有这家快递公司，请在微信小程序后台录入发货信息',
  addressDamaged: '收件地址无法解密，请检查密钥',
  refused: (code: number) => `微信拒绝（${code}）`,

  // Its refusals.
  noPayment: '微信还查不到这笔支付',
  finished: '微信中这笔支付已完成发货，内容与这里不同，不能再修改',
  corrected: '微信只允许修改一次发货信息，这笔支付已修改过',
  notShippable: '这笔支付在微信中处于不可发货的状态',
  wrongKind: '物流类型与这笔支付不符',
  noGoods: '商品描述不能为空',
  longGoods: '商品描述过长',
  wrongParts: '微信不接受其中的参数',
  otherUser: '这笔支付不属于下单的用户',
  noNumber: '微信没有收到快递单号',
  noCarrier: '微信没有收到快递公司',
} as const;

/** Why the state of a parcel is not known. */
export const logisticsSentences = {
  signed: '快递已签收',
  noAnswer: '微信没有答复',
  unknownUser: '收件的用户不属于当前小程序',
  quota: '今天的查询次数已用完',
  unknownParcel: '微信查不到这个单号',
  addressDamaged: '收件地址无法解密，请检查密钥',
  paidElsewhere: '订单不是在小程序内用微信支付的，微信不提供物流',
  refused: (code: number) => `微信拒绝查询（${code}）`,
} as const;
