export const openingSentences = {
  maintenance: '暂时不能制作和下单，请稍后再来',
  webClosed: '请在微信小程序中使用',
  signInNeeded: '请在微信小程序中登录后使用',
} as const;
