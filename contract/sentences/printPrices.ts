export const printPriceSentences = {
  sizeGone: '所选尺寸不存在',
  paperNotOffered: '该尺寸没有这种相纸',
  inUse: '使用中的价格不能删除，请先停用',
  packQtyRequired: '请填写每包张数',
  packPriceRequired: '请填写每包价格',
  endsBeforeStart: '结束时间要晚于生效时间',
  taken: '该尺寸和相纸已有价格，请直接修改',
} as const;

export const printSizeSentences = {
  morePixelsThanPrint: '不能大于成品的像素',
  codeTaken: '已有相同代号的尺寸',
  usedByPrices: (count: number) => `还有 ${count} 个冲印价格使用该尺寸，请先删除这些价格`,
  usedByPrintOrders: (count: number) => `还有 ${count} 个未完成的冲印订单使用该尺寸，只能停用`,
} as const;
