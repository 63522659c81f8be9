import type { TaskStatus } from '#contract/taskStates.ts';

/** What visitors read of the state of a work, in the list, on its page and in the browser's tab. */
export const taskStates = {
  created: '正在检查照片',
  checking: '正在检查照片',
  queued: '排队中',
  submitting: '即将开始',
  running: '正在制作',
  saving: '正在保存',
  succeeded: '制作完成',
  failed: '制作失败',
  timeout: '制作超时',
  cancelled: '已取消',
  /** Its pictures: by the visitor, or because their time was over. */
  erased: '已清除',
  /** By support, with a reason. */
  removed: '图片已删除',
  /** Its pictures are made, and not shown yet. */
  inReview: '正在审核',
} satisfies Record<TaskStatus | 'erased' | 'removed' | 'inReview', string>;

export const queueAhead = (count: number) => (count > 0 ? `前面还有 ${count} 个` : '马上轮到你');
