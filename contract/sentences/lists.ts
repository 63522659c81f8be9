export const listSentences = {
  tooFar: '页码过大，请使用筛选缩小范围',
  otherOrder: '列表的排序已改变，请回到第一页',
} as const;
