export const adminSentences = {
  wrongOldPassword: '原密码错误',
  loginFailed: '登录失败',
  commonPassword: '密码过于常见，请换一个',
  usernameTaken: '用户名已存在',
} as const;
