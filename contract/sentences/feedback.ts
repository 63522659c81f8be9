export const feedbackSentences = {
  handledAlready: '该反馈已处理',
  openAlready: '该反馈尚未处理',
  received: '收到投诉与反馈',
  answered: '客服已回复你的反馈',
  written: '客服给你发来一条消息',
  tooLong: '对话过长，请重新提交一条',
  userGone: '用户已注销，不能再回复',
} as const;
