export const localAppSentences = {
  gone: '该应用不存在或已停用',
  codeTaken: '应用标识已被使用',
  usedByQuickFunctions: (count: number) => `还有 ${count} 个快捷入口指向该应用`,
  usedByLocalApps: (count: number) => `还有 ${count} 个本地应用属于该分类，请先移走这些应用`,
} as const;

export const quickFunctionSentences = {
  targetGone: '所选内容已不存在，请重新选择',
} as const;
