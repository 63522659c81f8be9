export const settingSentences = {
  requiredForPay: '启用微信支付前请填写',
  sameEnds: '结束时间与开始时间相同，免打扰不会生效',
  restored: (rev: number) => `恢复到版本 ${rev}`,
} as const;

/** Results of tests of the settings. */
export const probeSentences = {
  failed: '测试失败，请检查配置后重试',
  payWorks: '连接正常，签名与验签均通过',
  payNoAnswer: '微信支付没有响应，请稍后再试',
  payAnswerUnverified: '应答验签未通过，请检查微信支付公钥及其编号',
  payRefused: '微信支付拒绝了请求，请检查商户号、证书序列号与私钥',
  storageWorks: '存储读写正常',
  videoWorks: '连接正常，任务流存在',
  videoNoAnswer: '视频服务没有响应，请稍后再试',
  videoRefused: '视频服务拒绝了请求，请检查密钥和子应用 ID',
  videoApplication: (found: { id: string; name: string }[]) =>
    `请在 系统设置 › 点播 填写子应用 ID：2023-12-25 起开通点播的账号必须填写，默认应用也是。${found.length > 0 ? `可用的应用：${found.map(({ id, name }) => `${name}（${id}）`).join('、')}` : '应用列表见点播控制台 › 应用管理'}`,
  procedureMissing: '没有找到任务流，请检查名称',
  storageUnread: '写入的内容没有读回来，请检查存储配置',
} as const;
