/** The pages that are read when the address of a template is shared. */
export const shareSentences = {
  open: '打开模板',
  made: (name: string) => `上传照片，制作同款「${name}」`,
  gone: '这个模板不存在或已下线',
  goneHint: '看看其他模板吧。',
  home: '返回首页',
} as const;
