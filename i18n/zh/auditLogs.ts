import { auditLogEntity } from '#contract/auditLog.ts';
import { auditSentences } from '#contract/sentences/auditLogs.ts';

/** Labels of the resource. */
export const auditLogResource = {
  name: auditLogEntity.name,
  page: { list: '操作日志' },
  fields: auditLogEntity.labels,
  search: '搜索完整的对象编号',
  empty: { title: '还没有操作日志', text: '管理员的每次修改都会记录在这里。' },
};

/** What the log says besides the words of `contract/sentences/auditLogs.ts`. */
export const auditLogs = {
  trail: '操作日志',
  all: '全部 %{count} 条',
  none: '还没有人修改过',
  noDiff: '没有字段变化',
  fieldCount: '查看 %{count} 个字段',
  set: '（已加密保存）',
  more: '详情',
  less: '收起',
  revisions: {
    history: '修改历史',
    none: '还没有修改记录',
    more: '显示更多',
    restore: '恢复到此版本',
    title: '恢复到 %{time} 的版本？',
    facts: '以下内容会改回当时的样子：',
    same: '与当前内容相同，无需恢复。',
    gone: '当时的部分内容已被删除，不会恢复：%{fields}',
    restored: '已恢复',
  },
  fields: auditSentences.fields,
};
