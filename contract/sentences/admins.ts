export const adminSentences = {
  wrongOldPassword: '原密码错误',
  loginFailed: '登录失败',
  commonPassword: '密码过于常见，请换一个',
  usernameTaken: '用户名已存在',
  sameAsOneTime: '新密码不能与一次性密码相同',
  notOwnPicture: '请使用自己上传的图片',
  notOneself: '不能停用自己',
  ownPassword: '不能重置自己的密码，请在「修改密码」中修改',
  enableFirst: '该管理员已停用，请先启用',
  lastActive: '这是最后一个可以登录的管理员，不能停用',
  noLongerActive: '你的账号刚被停用或重置，本次操作没有生效',
} as const;
