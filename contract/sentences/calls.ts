/** What any call may be answered; the rest stands in `../envelope.ts`. */
export const callSentences = {
  unknownAction: '不支持的操作',
  unknownField: '包含不支持的字段',
  noPlaceBefore: '最前面的排序值已到上限，请先调小它',
  reloadPage: '请刷新页面后重试',
} as const;
