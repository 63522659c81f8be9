export const apiKeySentences = {
  testFirst: '请先测试密钥，测试通过后自动恢复',
  unchanged: (label: string) => `密钥已是「${label}」状态`,
  pauseFirst: '请先暂停密钥再删除',
  usedByTasks: (count: number) => `还有 ${count} 个任务正在使用该密钥`,
  lastOfPool: '这是该分组最后一个可用的密钥，暂停后使用该分组的模板将暂停服务，请确认',
  changedMeanwhile: '密钥刚被修改，请重新测试',
  taken: '该密钥已存在',
  tooShort: '密钥至少 16 个字符',
  same: '新密钥与现有密钥相同',
} as const;
