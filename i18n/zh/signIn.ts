import { ONE_TIME_PASSWORD_DAYS, texts } from '#contract/constants.ts';

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

export const lostPassword = {
  title: '忘记密码',
  intro: '密码无法找回，只能重置。系统不会通过邮件或短信发送密码。',
  ways: [
    {
      title: '请其他管理员重置',
      text: `任意一位能登录的管理员，在“管理员”页面打开你的账号，点“重置密码”，再把一次性密码当面告诉你。请在 ${ONE_TIME_PASSWORD_DAYS} 天内用它登录，并改成自己的密码。`,
    },
    {
      title: '没有其他管理员能登录',
      text: '请联系维护本系统的技术人员，由其在命令行执行下面的命令；云端环境还要加上 --env 和环境 ID。',
      command: 'npm run admin -- reset-password 用户名',
    },
    {
      title: '密码没有记错，却登录不了',
      text: '连续输错几次后，要等一会儿才能再试，最长 15 分钟；等待期间密码正确也会提示错误。账号被停用后同样无法登录，请联系其他管理员。',
    },
  ],
  back: '返回登录',
};
