/** Texts of the page of a task; loaded with it. */
export const task = {
  order: {
    paid: '大家轮流制作，前面的数量可能会增加',
    free: '付费制作优先，其余轮流制作，前面的数量可能会增加',
  },
  opening: '正在查看制作进度…',
  elapsed: (seconds: number) => `已用 ${seconds} 秒`,
  usually: (about: string) => `一般需要${about}`,
  longer: '比平时久一些，请再等等',
  progress: '制作进度',
  inReview: '作品正在审核，通过后就能看到；未通过会全额退回',
  mayLeave: '可以离开或关闭这个页面，稍后回来查看，制作不会中断。',
  stale: '网络不稳定，正在重新连接，制作不受影响',

  cancel: '取消制作',
  cancelQuestion: (name: string) => (name ? `确定取消制作「${name}」？` : '确定取消制作？'),
  cancelEffect: (credits: number) =>
    credits > 0 ? `取消后 ${credits} 积分会全部退回。` : '取消后不会扣除积分。',
  keepWaiting: '继续等待',

  before: '原图',
  results: '全部结果',
  result: (at: number) => `结果 ${at}`,
  enlarge: '放大查看',
  download: '下载图片',
  downloading: '正在下载…',
  downloadHint: 'iPhone 或微信中：长按图片，选择「存储到照片」或「保存图片」',
  downloadFailed: '下载失败，请检查网络后重试，或长按图片保存',
  fileName: (name: string, taskNo: string, at: number) => `${name}-${taskNo}-${at}`,
  video: '这次制作的是视频，暂时无法播放和下载。可点「投诉与反馈」联系我们退回积分。',
  again: '再做一次',
  print: '冲印成照片',
  expires: (days: number, day: string) =>
    days > 1
      ? `图片保留 ${days} 天（至 ${day}），请及时下载`
      : '图片将在 24 小时内清除，请尽快下载',
  erasedHint: '图片已过保留期，或已被你删除。可以用同样的内容重新制作。',

  removed: (note: string) => `图片已被客服删除：${note}`,

  rate: '给这次的效果打分',
  stars: (count: number) => `${count} 星`,
  rated: '谢谢你的评分',
  unrate: '撤回评分',

  feedback: '投诉与反馈',

  creditsBack: (credits: number) => `${credits} 积分已退回。`,
  moneyBack: (yuan: string) => `支付的 ${yuan} 会自动原路退回。`,
  nothingTaken: '没有扣除积分。',
  retry: '重新制作',
  changeAndRetry: '点「重新制作」会填好同样的内容，可以先修改再开始。',

  notFound: '没有找到这个作品',
  notFoundHint: '作品可能已被删除，或是在别的设备、浏览器里制作的。',
  taskNo: '作品编号',
  madeWith: '模板',
  startedAt: '制作时间',
};
