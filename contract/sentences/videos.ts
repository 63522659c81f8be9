export const videoSentences = {
  /** The name of a video without a file name. */
  unnamed: '视频',
  notProcessable: (label: string) => `「${label}」的视频不能处理`,
  changedMeanwhile: '视频状态刚刚变化，请刷新后重试',
  notDeletable: (label: string) => `「${label}」的视频不能删除`,
  used: (names: readonly string[], count: number) =>
    `${names.map(name => `「${name}」`).join('、')}${count > names.length ? `等 ${count} 个模板` : ''}正在使用该视频，请先在模板中更换或移除`,
  chosenGone: '所选视频已不存在或正在删除，请重新选择',
  deletionRefused: '视频服务拒绝删除，稍后会自动重试，请检查视频服务的权限',
  deletionWaits: '视频服务暂时不可用，稍后会自动重试删除',
  chooseCover: '请选择一帧画面或一张图片',
  coverKinds: '封面仅支持 JPG、PNG、GIF 图片',
  coverTooLate: '所选时间超出视频时长',
  coverNotReady: '视频可用后才能更换封面',
  coverPending: '正在截取封面，请稍后再试',
  coverRefused: '视频服务没有接受这个封面，请换一帧或换一张图片',
  coverFailed: '截取封面失败，请重试或上传图片',
  processingRefused: '视频服务拒绝了处理请求，请检查任务流设置',
  processingAborted: '处理被中止，请重试',
  processingFailed: '视频处理失败，请检查视频文件后重试',
  processingExpired: '处理超时，请重试',
  serviceUnavailable: '视频服务暂时不可用，请稍后再试',
} as const;
