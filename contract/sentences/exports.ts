export const exportSentences = {
  expired: (days: number) => `导出文件只保留 ${days} 天，请重新导出`,
  notDone: '导出尚未完成',
  endedAlready: '导出已结束，不能取消',
  changedMeanwhile: '导出状态刚刚变化，请刷新后重试',
  failed: '导出失败，请重试',
  yes: '是',
  no: '否',
  /** Begins the file's name when the list has no name of its own. */
  unnamed: '数据',
} as const;
