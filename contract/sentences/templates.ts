export const templateSentences = {
  illegalMove: (from: string, to: string) => `「${from}」的模板不能变为「${to}」`,
  published: '模板已上线，请先下线再删除',
  usedByPresets: (count: number) => `还有 ${count} 个预设属于该模板，请先删除它们`,
  countChanged: '符合条件的模板数量有变化，请刷新后重新确认',
  revisionUnfit: '该版本的内容不符合现在的填写要求，无法恢复',
  chosenGone: '所选模板已不存在，请重新选择',
} as const;

export const presetSentences = {
  nameTaken: '该模板已有同名预设',
  isDefault: '默认预设不能停用，请先将其他预设设为默认',
  disabled: '停用的预设不能设为默认',
  needsReview: '该预设与模板的输入项不符，请先修改',
} as const;

/** Ends the name of a copy; `at` counts copies of the same name from 1. */
export const copySuffix = (at = 1): string => (at === 1 ? ' 副本' : ` 副本${at}`);
