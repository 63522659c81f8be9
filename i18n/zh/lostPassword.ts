import { ONE_TIME_PASSWORD_DAYS } from '#contract/constants.ts';

/** Texts of the page about a lost password, separate because few open it. */
export const lostPassword = {
  title: '忘记密码',
  intro: '密码无法找回，只能重置。系统不会通过邮件或短信发送密码。',
  ways: [
    {
      title: '请其他管理员重置',
      text: `任意一位能登录的管理员，在「管理员」页面打开你的账号，点「重置密码」，再把一次性密码当面告诉你。请在 ${ONE_TIME_PASSWORD_DAYS} 天内登录，并改成自己的密码。`,
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
