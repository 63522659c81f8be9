export const videoSentences = {
  /** The name of a video without a file name. */
  unnamed: '视频',
  notProcessable: (label: string) => `「${label}」的视频不能处理`,
  changedMeanwhile: '视频状态刚刚变化，请刷新后重试',
  beingProcessed: '视频正在处理，请稍后再删除',
  processingRefused: '视频服务拒绝了处理请求，请检查任务流设置',
  processingAborted: '处理被中止，请重试',
  processingFailed: '视频处理失败，请检查视频文件后重试',
  processingExpired: '处理超时，请重试',
  serviceUnavailable: '视频服务暂时不可用，请稍后重试',
} as const;
