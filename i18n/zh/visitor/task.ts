import type { TaskStatus } from '#contract/taskStates.ts';

/** Texts of the page of a task; loaded with it. */
export const task = {
  /** Of the browser's tab. */
  titles: {
    active: '制作中',
    succeeded: '制作完成',
    ended: '未能完成',
  },
  headings: {
    created: '正在检查照片',
    checking: '正在检查照片',
    queued: '正在排队',
    submitting: '马上开始',
    running: '正在生成',
    saving: '正在保存',
    succeeded: '做好了',
    failed: '没有做成',
    timeout: '没有做成',
    cancelled: '已取消',
  } satisfies Record<TaskStatus, string>,
  ahead: (count: number) => (count > 0 ? `前面还有 ${count} 个` : '下一个就是你'),
  order: {
    paid: '大家轮流制作，前面的数量可能会增加',
    free: '付费任务优先，其余轮流制作，前面的数量可能会增加',
  },
  elapsed: (seconds: number) => `已用 ${seconds} 秒`,
  usually: (about: string) => `一般需要${about}`,
  longer: '比平时久一些，请再等等',
  progress: '制作进度',
  mayLeave: '可以离开或关闭这个页面，稍后回来查看，制作不会中断。',
  stale: '暂时联系不上服务，制作仍在继续，会自动重试',

  cancel: '取消制作',
  cancelQuestion: (name: string) => (name ? `确定取消制作「${name}」？` : '确定取消制作？'),
  cancelEffect: (credits: number) =>
    credits > 0 ? `取消后 ${credits} 积分会全部退回。` : '取消后不会扣除积分。',
  keepWaiting: '继续等待',

  before: '原图',
  results: '全部结果',
  result: (at: number) => `结果 ${at}`,
  enlarge: '放大查看',
  download: '保存图片',
  downloading: '正在保存…',
  downloadHint: 'iPhone 或微信中：长按图片，选择“存储到照片”或“保存图片”',
  downloadFailed: '没能保存，请检查网络后重试，或长按图片保存',
  fileName: (name: string, taskNo: string, at: number) => `${name}-${taskNo}-${at}`,
  video:
    '做好的是视频。视频里还没有“由人工智能生成”的标识，没有标识的内容不能提供给用户，所以这里不能播放和下载。',
  again: '再来一张',
  print: '冲印成照片',
  expires: (days: number, day: string) =>
    days > 1 ? `还会保存 ${days} 天（至 ${day}），请及时保存` : '一天之内会被删除，请尽快保存',
  erased: '图片已删除',
  erasedHint: '保存期已过，或你已将它删除。可以用同样的内容再做一张。',

  rate: '给这次的效果打分',
  stars: (count: number) => `${count} 星`,
  rated: '谢谢你的评分',

  feedback: '投诉与反馈',

  creditsBack: (credits: number) => `${credits} 积分已退回。`,
  nothingTaken: '没有扣除积分。',
  retry: '重新制作',
  changeAndRetry: '用同样的内容重新填写，可以先修改再开始。',

  notFound: '没有找到这个作品',
  notFoundHint: '它可能已被删除，或者是在别的设备、浏览器里制作的。',
  taskNo: '编号',
  madeWith: '模板',
  startedAt: '开始制作',
};
