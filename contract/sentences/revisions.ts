export const revisionSentences = {
  unfit: '该版本的内容不符合现在的填写要求，无法恢复',
} as const;
