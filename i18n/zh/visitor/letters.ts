/** Texts of the conversations with support; loaded with their pages. */
export const letters = {
  title: '我的反馈',
  none: '还没有反馈',
  noneHint: '遇到问题时，可以在「我的」里提交投诉与反馈，回复会出现在这里。',
  found: (count: number) => `共 ${count} 条`,
  fresh: '新回复',
  states: { open: '处理中', handled: '已处理' },
  receipt: (number: string) => `受理编号 ${number}`,
  answerBy: (day: string) => `${day} 前答复`,
  user: '我',
  support: '客服',
  write: '补充说明或回复',
  send: '发送',
  sending: '正在发送…',
  gone: '没有找到这条反馈',
  goneHint: '可能是在别的设备、浏览器里提交的。',
  toTask: '查看作品',
};
