export const settingSentences = {
  requiredForPay: '启用微信支付前请填写',
  requiredForVirtual: '启用虚拟支付前请填写',
  sameEnds: '结束时间与开始时间相同，免打扰不会生效',
  restored: (rev: number) => `恢复到版本 ${rev}`,
} as const;

const inPlatform = '请从微信公众平台「虚拟支付 › 基本配置」重新复制到 系统设置 › 支付设置';
const inPushSettings = '请在 系统设置 › 支付设置 重新填写，与微信公众平台「消息推送」一致';
const forbidden = '在小程序内会用微信支付收款，而微信自 2026-04-01 起要求用虚拟支付';

/** What stands in the way of virtual payment, and what to do about it. */
export const virtualSentences = {
  off: `虚拟支付没有启用：积分、会员和单次制作${forbidden}。请在 系统设置 › 支付设置 启用，或不在小程序内出售`,
  otherwisePaid: (names: readonly string[]) =>
    `已上架的套餐「${names.join('」「')}」${forbidden}。请为套餐勾选支付渠道「虚拟支付」，或下架`,
  wrongOffer: `支付应用 ID 应为数字，${inPlatform}`,
  wrongKey: (env: 0 | 1) => `${env === 1 ? '沙箱' : '现网'}密钥没有填写或无法解密，${inPlatform}`,
  wrongToken: `消息推送令牌没有填写或无法解密，${inPushSettings}`,
  wrongAesKey: `消息推送加密密钥不是 43 位或无法解密，${inPushSettings}`,
} as const;

/** Results of tests of the settings. */
export const probeSentences = {
  failed: '测试失败，请检查配置后重试',
  payWorks: '连接正常，签名与验签均通过',
  payNoAnswer: '微信支付没有响应，请稍后再试',
  payAnswerUnverified: '应答验签未通过，请检查微信支付公钥及其编号',
  payRefused: '微信支付拒绝了请求，请检查商户号、证书序列号与私钥',
  virtualWorks: '连接正常，密钥正确',
  virtualNoSecret: '请先在 系统设置 › 通知设置 填写小程序的 AppSecret',
  virtualNoAnswer: '微信没有响应，请稍后再试',
  virtualWrongKey: '微信验签未通过，请重新复制「虚拟支付 › 基本配置」中所用环境的密钥',
  virtualRefused: (code: number) =>
    `微信拒绝了请求（${code}），请检查 AppID、AppSecret 和小程序的 IP 白名单`,
  storageWorks: '存储读写正常',
  videoWorks: '连接正常，任务流存在',
  videoNoAnswer: '视频服务没有响应，请稍后再试',
  videoRefused: '视频服务拒绝了请求，请检查密钥和子应用 ID',
  videoApplication: (found: { id: string; name: string }[]) =>
    `请在 系统设置 › 点播 填写子应用 ID：2023-12-25 起开通点播的账号必须填写，默认应用也是。${found.length > 0 ? `可用的应用：${found.map(({ id, name }) => `${name}（${id}）`).join('、')}` : '应用列表见点播控制台 › 应用管理'}`,
  procedureMissing: '没有找到任务流，请检查名称',
  storageUnread: '写入的内容没有读回来，请检查存储配置',
} as const;
