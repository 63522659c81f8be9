export const keywordSentences = {
  taken: '已有相同的关键词',
  chosenGone: '所选关键词已不存在，请重新选择',
  usedByTemplates: (count: number) => `还有 ${count} 个模板使用该关键词，请先移除`,
  otherRequired: '请选择另一个关键词',
  aliasesFull: (most: number) => `该关键词已有 ${most} 个同义词，请先减少`,
  aliasTooLong: (most: number) => `同义词不能超过 ${most} 个字`,
  tooManyAliases: (most: number) => `合并后同义词超过 ${most} 个，请减少`,
  /** Results of the rows of a batch. */
  rows: {
    exists: '已存在',
    repeated: '与前面的行重复',
    unchanged: '没有变化',
    gone: '已被删除，请重试',
    labels: { word: '关键词', type: '类型', aliases: '同义词', weight: '权重', status: '状态' },
  },
} as const;
