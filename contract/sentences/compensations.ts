export const compensationSentences = {
  amountRequired: '请填写数量',
  tooManyDays: (most: number) => `一次最多延长 ${most} 天`,
  chosenWithTasks: '按任务补偿时不能选择用户',
  retryNeedsTasks: '重新生成针对失败的任务，请选择「失败的任务」',
  periodRequired: '请选择任务的提交时间',
  notMembership: '请选择会员套餐',
  nobody: '没有符合条件的对象',
  tooMany: (most: number) => `一次最多 ${most} 个，请缩小范围`,
  countChanged: (count: number) => `符合条件的数量已变为 ${count}，请核对后再提交`,
  endedAlready: '补偿已结束，不能停止',
  changedMeanwhile: '状态刚刚变化，请刷新后重试',
  chosen: (count: number) => `选中的 ${count} 位用户`,

  // In rows and records.
  noMember: '没有有效的会员',
  endless: '会员长期有效，无需延长',
  broken: '处理时多次出错，请在用户页手动补偿',
  given: '批量补偿',
  credits: (count: number) => `赠送 ${count} 积分`,
  days: (count: number) => `会员延长 ${count} 天`,
  again: '免费重新生成',
} as const;
