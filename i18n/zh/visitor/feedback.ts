/** Texts of the dialog for complaints and wishes. */
export const feedback = {
  title: '投诉与反馈',
  topic: '问题类型',
  text: '请描述问题',
  textHint: (least: number) => `至少 ${least} 个字`,
  contact: '联系方式',
  contactHint: '手机号或微信号，方便我们回复你',
  send: '提交',
  sending: '正在提交…',
  sent: '已收到，谢谢你的反馈',
  receipt: '受理编号：',
  deadlines: (accept: number, answer: number) => `${accept} 个工作日内受理，${answer} 天内答复。`,
  answers: '回复会出现在「我的反馈」，有新回复时「我的」上会有红点。',
  toAnswers: '查看我的反馈',
  cancel: '取消',
};
