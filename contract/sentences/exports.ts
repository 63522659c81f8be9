export const exportSentences = {
  expired: (days: number) => `导出文件只保留 ${days} 天，请重新导出`,
  notDone: '导出尚未完成',
  endedAlready: '导出已结束，不能取消',
  changedMeanwhile: '导出状态刚刚变化，请刷新后重试',
  failed: '导出失败，请重试',
  forbidden: '当前角色没有导出此数据的权限',
  /** The lines before the table, each with its value beside it. */
  head: { label: '导出', filter: '筛选', time: '时间', by: '导出人', rows: '行数' },
  everything: '全部',
  searched: (text: string) => `搜索：${text}`,
  filtered: (label: string, value: string) => `${label}：${value}`,
  chosen: (count: number) => `选中的 ${count} 条`,
  between: (from: string, to: string) => `${from} 至 ${to}`,
  from: (value: string) => `${value} 起`,
  until: (value: string) => `至 ${value}`,
  yuan: (amount: number) => `${amount} 元`,
  yes: '是',
  no: '否',
  /** Begins the file's name when the list has no name of its own. */
  unnamed: '数据',
} as const;
