export const feedbackSentences = {
  handledAlready: '该反馈已处理',
  openAlready: '该反馈尚未处理',
  received: '收到投诉与反馈',
} as const;
