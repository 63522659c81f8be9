export const pictureSentences = {
  /** Stands in the reasons of pictures that were taken away for the person in them. */
  likeness: '肖像',
  agreeFirst: '请先阅读并同意用户协议和隐私政策',
  consentFirst: '请先阅读并同意人脸信息处理说明，没有看到时请刷新页面',
  tooManyPhotos: '上传过于频繁，请稍后再试',
  formatsOffered: '支持 JPG、PNG、WebP、GIF 格式的图片',
  notUploaded: '文件没有上传成功，请重新上传',
  largerThanAnnounced: '文件比申请上传时的大，请重新上传',
  damaged: '文件在传输中损坏，请重新上传',
  empty: '图片是空的，请换一张',
  gone: '无法读取：可能是文件夹，或文件已被移动、删除',
  incomplete: '图片不完整或已损坏，请换一张',
  notPicture: '不是可识别的图片，请选择 JPG、PNG、WebP 或 GIF 图片',
  video: '这是视频，请选择图片',
  otherFormat: (format: string) => `不支持 ${format} 格式的图片，请转为 JPG 后再选择`,
  moving: '动图不能用作照片，请换一张静态照片',
  unreadable: '图片内容无法识别，请重新选择',
  unreadableSize: '无法识别图片尺寸',
  tooManyPixels: (tenThousands: number) => `图片尺寸过大，宽乘高不能超过 ${tenThousands} 万像素`,
  serviceUnavailable: '图片服务暂时不可用，请稍后再试',
  inTrash: '图片已在回收站',
  ofUser: '这是用户的图片，请用「删除用户图片」，并填写给用户的说明',
  notOfUser: '这不是用户的图片',
  noteMissing: '请填写给用户的说明',
  removedFrom: (userNote: string) => `你的一张图片已被删除：${userNote}`,
  notInTrash: '图片不在回收站',
  inUse: (users: string) => `图片正在使用：${users}`,
  users: (kind: string, count: number) => `${kind} ${count} 个`,
} as const;

/** The kinds of records that use pictures, as in the audit log. */
export const pictureUsers = {
  template: '模板',
  category: '分类',
  preset: '预设',
  localApp: '本地应用',
  localAppCategory: '本地应用分类',
  quickFunction: '快捷入口',
  setting: '系统设置',
  printOrder: '冲印订单',
  admin: '管理员头像',
} as const;
export const otherPictureUser = '其他记录';
