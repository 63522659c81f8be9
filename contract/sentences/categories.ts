export const categorySentences = {
  topLevelRequired: '请选择一个一级分类作为上级',
  hasChildren: '该分类下还有子分类，不能再放到其他分类之下',
  mergeNeedsTopLevel: '该分类下还有子分类，只能合并到另一个一级分类',
  nameTaken: '已有同名分类',
  chosenGone: '所选分类已不存在，请重新选择',
  otherRequired: '请选择另一个分类',
  usedByTemplates: (count: number) => `还有 ${count} 个模板属于该分类，请先移走这些模板`,
  usedByCategories: (count: number) => `该分类下还有 ${count} 个子分类`,
  usedByQuickFunctions: (count: number) => `还有 ${count} 个快捷入口指向该分类`,
} as const;
