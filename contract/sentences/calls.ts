/** What any call may be answered; the rest stands in `../envelope.ts`. */
export const callSentences = {
  unknownAction: '页面已更新，请刷新后再试',
  unknownField: '页面已更新，请刷新后再试',
  reloadPage: '请刷新页面后重试',
  dataNotArrived: '提交的内容没有送达，请重试',
  dataUnreadable: '提交的内容无法读取，请重试',
  dataTooLarge: (megabytes: number) => `一次提交的内容不能超过 ${megabytes} MB，请分批提交`,
  tooMuchText: '填写的内容过多，请精简后再提交',
} as const;

export const listSentences = {
  tooFar: '页码过大，请使用筛选缩小范围',
  otherOrder: '列表的排序已改变，请回到第一页',
} as const;

export const revisionSentences = {
  unfit: '该版本的内容不符合现在的填写要求，无法恢复',
} as const;
