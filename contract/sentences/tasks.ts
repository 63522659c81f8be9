export const taskSentences = {
  illegalMove: (from: string, to: string) => `「${from}」的任务不能变为「${to}」`,
  notRunning: '只有生成中的任务可以同步',
  keyGone: '任务所用的密钥已不存在，无法查询',

  retriedAlready: '该任务已重试过，请查看新任务',
  notRetryable: (label: string) => `「${label}」的任务不能重试`,
  retryUserInactive: '用户已停用或注销，不能重试',
  retryWithoutKey: '该模板暂停服务：没有可用的密钥，恢复后再重试',
  retried: '重试任务',

  notEnded: '任务尚未结束，可取消任务并退回积分',
  returnedAlready: '该任务的积分已退回',
  nothingSpent: '该任务没有消耗积分',
  creditsReturned: '退回积分',

  succeeded: '生成成功',
  failed: '生成失败',
  cancelled: '任务取消',
} as const;
