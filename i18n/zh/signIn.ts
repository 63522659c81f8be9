import { texts } from '#contract/constants.ts';

/** Texts of the sign-in page, separate so that it loads without react-admin's. */
export const signIn = {
  title: '登录',
  appTitle: texts.appTitle,
  heading: '登录管理后台',
  username: '用户名',
  password: '密码',
  usernameRequired: '请输入用户名',
  passwordRequired: '请输入密码',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
  capsLock: '大写锁定已打开',
  submit: '登录',
  pending: '正在登录…',
  retry: '重试',
  lostPassword: '忘记密码？',
  failed: '登录失败，请重试',
  loggedOut: texts.loggedOut,
  expired: '登录已过期，请重新登录，之后会回到刚才的页面',
  passwordChanged: texts.passwordChanged,
  footer: texts.footer,
  loadFailed: '页面加载失败',
  loadFailedHint: '可能是网络中断，或系统刚刚更新。刷新页面即可继续。',
  reload: '刷新页面',
};
