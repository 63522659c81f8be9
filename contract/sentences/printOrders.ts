export const printOrderSentences = {
  // To visitors.
  priceChanged: '价格已更新，请重新确认',
  amountTooLarge: '单笔冲印金额过大，请分开下单',
  sizeUnavailable: '该尺寸或相纸暂不可选',
  photoGone: '照片已不存在，请重新选择',
  photoNotWanted: '这张照片不需要更换',
  changedMeanwhile: '订单刚刚有变化，请刷新后再试',
  claimRefused: '链接无效，请回到下单的网页重新打开',
  claimTaken: '这笔订单已由另一个微信账号认领',
  claimPaid: '这笔订单已经支付，不用再付',
  claimPaying: '这笔订单正在付款，请稍后再试',
  claimClosed: '这笔订单已经关闭，请重新下单',
  claimTooManyUnpaid: '未支付的订单过多，请先支付或取消，再支付这笔订单',
  claimInMiniProgram: '请在微信小程序中支付这笔订单',
  notShipped: '还没有发货，不能确认收货',

  // To administrators.
  illegalMove: (from: string, to: string) => `「${from}」的冲印订单不能变为「${to}」`,
  notOnHold: '该冲印订单没有在等待用户换图',
  addressFixed: '已开始制作，收件地址不能再修改',
  addressErased: '已过保存期，收件地址已清除',
  photosMissing: '还有照片等待用户替换，不能确认',
  shippingRequired: '请填写快递公司和单号来发货',
  reasonRequired: '请填写原因',
  reasonRequiredInBatch: '需要填写原因，请单独操作',
  userPaying: '用户正在付款或已付款，请刷新后重试',
  reprintOfReprint: '请在原冲印订单上发起补印',
  reprintTooEarly: '发货之后才能补印',
  tooManyReprints: (most: number) => `同一冲印订单最多补印 ${most} 次`,
  chosenPhotosGone: '所选照片已不存在，请重新选择',
  photosErased: '照片已删除',
  fewerPrinted: (photo: number, qty: number) =>
    `第 ${photo} 幅照片只冲印了 ${qty} 张，最多补印 ${qty} 张`,

  // In records.
  claimed: '网页下单，由小程序用户认领并支付',
  placedOnWeb: '网页冲印订单已由小程序认领',
  takenOver: '认领网页冲印订单',
  claimFailed: '冲印认领码无效',
  confirmedByUser: '用户确认收货',
  confirmedByAdmin: '后台确认签收',
  confirmedAfterTime: '发货后自动确认收货',
  resumedByAdmin: '后台恢复',
  photosReplaced: '已更换照片',
  corrected: (reason: string) => `更正：${reason}`,
  blurred: (dpi: number) => `约 ${dpi} dpi，冲印可能模糊`,
  phoneTail: (tail: string) => `尾号${tail}`,
  itemName: (size: string, paper: string) => `${size} ${paper}冲印`,
  shippingFee: '运费',
} as const;

/** What is wrong with a parcel's number, and with the rows of an import of numbers. */
export const shippingSentences = {
  numberTaken: '该快递单号已用于另一个收件地址',
  malformedNumber: '快递单号应为 8 到 32 位字母或数字',
  unlikeCarrier: (carrier: string) => `这不像${carrier}的单号，请核对`,
  unknownCarrier: '无法识别的快递公司',
  carrierNotGuessed: '无法识别快递公司，请填写',
  severalCarriers: '单号可能属于多家快递，请填写公司',
  unknownPrintNo: '找不到这个冲印单号',
  repeatsRow: (row: number) => `与第 ${row} 行重复`,
  notShippable: (label: string) => `「${label}」的冲印订单不能发货`,
} as const;
