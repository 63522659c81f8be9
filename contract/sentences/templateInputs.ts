/** What is said beside a visitor's input of a template. */
export const templateInputSentences = {
  unknown: '模板没有这个输入项',
  setByPreset: '该项由所选预设决定',
  required: '请填写',
  photoRequired: '请选择照片',
  photoGone: '照片不存在或已过期，请重新上传',
  photoTooSmall: (side: number) => `照片太小，短边至少需要 ${side} 像素，请换一张`,
  tooManyPhotos: (most: number) => `最多 ${most} 张照片`,
} as const;
