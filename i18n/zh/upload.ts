/** Texts of uploads, in forms and on the page of images. */
export const upload = {
  wrongType: '仅支持 JPG、PNG、WebP、GIF 图片',
  waiting: '等待上传',
  preparing: '图片较大，正在压缩',
  phases: { read: '读取文件', send: '上传中', store: '检查并保存', done: '上传完成' },
  bytes: '%{loaded} / %{total}',
  cancel: '取消',
  cancelOf: '取消上传「%{name}」',
  retry: '重试',
  retryOf: '重新上传「%{name}」',
  dismissOf: '移除「%{name}」',
  progressOf: '「%{name}」上传进度',
  video: {
    choose: '选择视频',
    hint: '点击选择或拖入视频',
    formats: 'MP4、MOV、WebM，不超过 2 GB',
    wrongType: '请选择视频文件',
    tooLarge: '视频不能超过 2 GB',
    unknown: '视频状态查询失败',
    process: '开始处理',
    processing: '「%{name}」处理进度',
  },
};
