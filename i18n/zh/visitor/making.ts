/** Texts of the form that starts a task; loaded with it. */
export const making = {
  title: '开始制作',
  start: '开始制作',
  starting: '正在提交…',
  uploading: '照片上传中…',
  price: (credits: number) => (credits > 0 ? `${credits} 积分` : '免费'),
  buy: (yuan: string) => `单次购买 ${yuan}`,
  buyTitle: (name: string) => `购买一次「${name}」`,
  buyFacts: ['付款后立即开始制作，不消耗积分', '没有做出作品时，款项自动原路退回'],
  pay: (yuan: string) => `去支付 ${yuan}`,
  buyPriceChanged: (yuan: string) => `价格已变为 ${yuan}，请确认后再试`,
  freeToday: '今日免费',
  freeLeft: (count: number) => `今日还可免费制作 ${count} 次`,
  usualPrice: (credits: number) => `原价 ${credits} 积分`,
  balance: (credits: number) => `余额 ${credits} 积分`,
  short: (credits: number) => `积分不足，还差 ${credits} 积分`,
  redeem: '用激活码兑换积分',
  priceChanged: (credits: number) =>
    `${credits > 0 ? `价格已变为 ${credits} 积分` : '现在可免费制作'}，请确认后再点一次`,
  busy: (running: number, most: number) =>
    `你有 ${running} 个作品正在制作，最多同时制作 ${most} 个，完成后可继续`,
  queue: (ahead: number, lane: 'paid' | 'free') =>
    `前面还有 ${ahead} 个${lane === 'free' ? '，付费制作优先' : ''}`,
  quoteFailed: '暂时无法查询价格和余额，请稍后再试',
  answerLost: '没有收到回复，可能已开始制作。请再点一次，不会重复扣积分。',
  checkFields: '有内容需要补充或修改',

  preset: '选择风格',
  noPreset: '自定义',

  choose: '请选择',
  noChoice: '不选',
  seedHint: '留空则每次随机；填入相同的数字，效果更接近',
  characters: (count: number, most: number) => `${count}/${most}`,
  between: (min: number, max: number) => `${min} 到 ${max}`,
  atLeast: (min: number) => `不小于 ${min}`,
  atMost: (max: number) => `不大于 ${max}`,

  photoHint: (most: number, minSide: number) =>
    [
      most > 1 ? `最多 ${most} 张` : '选择一张清晰的照片',
      ...(minSide > 0 ? [`短边至少 ${minSide} 像素`] : []),
      '会自动转正、缩小后上传',
    ].join('，'),
  album: '选择照片',
  camera: '拍照',
  addMore: '继续添加',
  replace: '更换',
  remove: '删除',
  cancel: '取消',
  retry: '重试',
  photo: (label: string, at: number) => `${label} ${at}`,
  actionOf: (action: string, photo: string) => `${action}：${photo}`,
  opening: '正在打开照片…',
  sent: (percent: number) => `正在上传 ${percent}%`,
  checking: '正在检查…',
  done: '已上传',
  failed: '上传失败',
  notAgreed: '同意协议后才能上传照片',
  unreadable: '照片打不开，可能已损坏或格式不支持，请换一张 JPG、PNG 或 WebP 照片',
  heic:
    '这个浏览器打不开 HEIC 照片，请先转为 JPG：iPhone 可在「设置 → 相机 → 格式」中选「兼容性最佳」后重拍，' +
    '或把照片截图；电脑上可用看图软件另存为 JPG。',
  fileTooLarge: (megabytes: number) => `照片超过 ${megabytes} MB，请换一张小一些的`,
  tooLargeToSend: (megabytes: number) => `照片无法缩小到 ${megabytes} MB 以内，请换一张`,

  crop: '裁剪照片',
  cropHint: '拖动照片调整位置，双指或滚轮缩放；键盘用方向键移动，加减号缩放',
  cropFrame: '裁剪区域',
  zoom: '缩放',
  useCrop: '使用',
};
