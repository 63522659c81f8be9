import { RECOVERY_CODES, REMEMBERED_DEVICE_DAYS } from '#contract/constants.ts';

/** The second factor of one's own account. */
export const secondFactor = {
  title: '两步验证',
  hint: '登录时除了密码，还要输入手机上的验证码。密码泄露时，别人也登录不了。',
  required: '你的角色必须使用两步验证。请先完成设置，之后即可使用后台。',
  on: '已开启',
  off: '未开启',
  sinceTime: '开启于',
  recoveryLeft: '恢复码剩余 %{count} 个',
  loadFailed: '两步验证加载失败',
  start: '开启两步验证',
  replace: '更换验证器',
  remembered: '记住的设备',
  password: '登录密码',
  code: '验证码',
  codeHelp: '手机上验证器应用显示的 6 位数字',
  recoveryCode: '恢复码',
  recoveryHelp: '开启时保存的 16 位字母和数字，每个只能用一次',
  useRecovery: '手机不在身边？使用恢复码',
  useCode: '改用验证码',
  steps: { password: '确认密码', scan: '绑定手机', recovery: '保存恢复码' },
  intro:
    '请先在手机的应用商店搜索「验证器」或「动态口令」，任意安装一款，然后输入登录密码继续。腾讯身份验证器小程序也可以用。',
  next: '下一步',
  scan: '用验证器应用扫描二维码，然后输入应用显示的 6 位验证码。',
  qr: '两步验证二维码',
  openApp: '在本机的验证器应用中打开',
  byHand: '无法扫描时，在应用中手动输入密钥：',
  secret: '两步验证密钥',
  enable: '开启',
  enabled: '两步验证已开启，下次登录时需要验证码。',
  recovery: {
    title: '恢复码',
    text: `手机不在身边时，可以用恢复码代替验证码，共 ${RECOVERY_CODES} 个，每个只能用一次。请现在保存，关闭后无法再次查看。`,
    copy: '复制',
    copied: '已复制恢复码',
    download: '下载',
    print: '打印',
    file: '恢复码.txt',
    kept: '我已保存',
  },
  renew: {
    action: '重新生成恢复码',
    title: '重新生成恢复码？',
    facts: '原来的恢复码全部失效。',
    submit: '重新生成',
  },
  disable: {
    action: '关闭',
    title: '关闭两步验证？',
    facts: '之后只用密码就能登录，恢复码和记住的设备全部失效。',
    submit: '关闭两步验证',
    done: '已关闭两步验证',
  },
  ask: {
    title: '请输入验证码',
    facts: '查看或更换密钥、密码等操作，需要再次输入两步验证的验证码，10 分钟内有效。',
    submit: '继续',
  },
};

/** Texts about the devices that need no code. */
export const remembered = {
  title: '记住的设备',
  hint: `这些设备登录时不需要验证码，${REMEMBERED_DEVICE_DAYS} 天后失效。`,
  since: '记住于',
  until: '到期时间 %{day}',
  end: '移除',
  endConfirm: '「%{name}」下次登录需要输入验证码。',
  ended: '已移除该设备',
};
