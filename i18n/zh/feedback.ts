import { feedbackEntity } from '#contract/feedback.ts';

export const feedback = {
  name: feedbackEntity.name,
  page: { list: '投诉与反馈', show: '反馈详情' },
  empty: { title: '没有投诉与反馈', text: '用户提交的投诉和建议会出现在这里。' },
  search: '搜索受理编号',
  answerBy: '%{day} 前答复',
  overdue: '超期未答复',
  handledBy: '%{by} 处理于 %{time}',
  formerReply: '上次的处理结果',
  taskGone: '相关任务已不存在',
  fields: feedbackEntity.labels,
  conversation: '对话',
  about: '相关信息',
  from: { user: '用户', support: '客服 %{by}' },
  unread: '用户还没有看',
  owned: '%{by}，%{time}',
  mine: '我负责的',
  answer: {
    text: '回复用户',
    send: '发送',
    done: '已回复，用户在「我的 → 我的反馈」中查看',
  },
  take: { action: '由我负责', done: '已由你负责' },
  handle: {
    action: '处理',
    title: '处理这条反馈',
    facts: '处理结果供同事查看，用户看不到。',
    submit: '标记为已处理',
    done: '已处理',
    reasons: '已退回积分并联系用户、已下线相关模板、已说明使用方法、已转产品',
  },
  reopen: { action: '重新打开', done: '已重新打开' },
  bulk: {
    title: '处理选中的 %{count} 条反馈？',
    facts: '全部记录同样的处理结果，已处理的会被跳过。',
  },
};
