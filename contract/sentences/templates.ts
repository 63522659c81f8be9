export const templateSentences = {
  illegalMove: (from: string, to: string) => `「${from}」的模板不能变为「${to}」`,
  published: '模板已上线，请先下线再删除',
  usedByPresets: (count: number) => `还有 ${count} 个预设属于该模板，请先删除这些预设`,
  revisionGoesOffline: '恢复后的内容不满足上线条件，模板会同时下线。',
  chosenGone: '所选模板已不存在，请重新选择',
  timePassed: '这个时间已过，请选择以后的时间',
  offlineBeforeOnline: '下线时间要晚于上线时间',
  onTime: '定时上线',
  offTime: '定时下线',
} as const;

export const presetSentences = {
  nameTaken: '该模板已有同名预设',
  isDefault: '默认预设不能停用，请先将其他预设设为默认',
  disabled: '停用的预设不能设为默认',
  needsReview: '该预设与模板的输入项不符，请先修改',
  revisionUnfit: '该版本的参数不再符合模板的输入项，无法恢复',
} as const;

export const trialSentences = {
  tooMany: (most: number) => `该模板已有 ${most} 个试跑未结束，请等待完成后再试`,
  localTemplate: '本地处理的模板不需要试跑',
  presetGone: '所选预设已不存在，请重新选择',
  presetUnfit: '该预设与模板的输入项不符，请先修改预设',
  notRunning: '这不是试跑，或已经结束，不能取消',
  cancelled: '取消试跑',
  notATrial: '只有成功的试跑可以用作模板图片',
  noPicture: '结果图片不存在或已清除，请重新试跑',
  notAPicture: '视频结果不能用作模板图片',
  noPhoto: '这次试跑没有图片输入，不能用作对比图',
  severalUsers: '一次试跑只能使用同一位用户的照片',
  madeOfUser: '这张图片由用户的照片生成，不能再用来试跑',
  photoGone: '试跑用的图片已不存在，请重新试跑',
  photoOfUser: '试跑用的照片属于用户，不能公开展示，请换一张图片重新试跑',
  tooManySamples: '示例图最多 9 张，请先移除一张',
  accepted: '试跑',
} as const;

/** Ends the name of a copy; `at` counts copies of the same name from 1. */
export const copySuffix = (at = 1): string => (at === 1 ? ' 副本' : ` 副本${at}`);
