/** Texts of the picture components of both sides; plain, because the visitor side has no translation library. */
export const pictures = {
  before: '处理前',
  after: '处理后',
  compare: '左右拖动对比处理前后，也可用方向键',
  comparedAt: (percent: number) => `处理前占 ${percent}%`,
  zoom: '放大',
  zoomOf: (name: string) => `放大查看${name}`,
  viewer: '查看图片',
  close: '关闭',
  previous: '上一张',
  next: '下一张',
  position: (at: number, count: number) => `${at} / ${count}`,
};
