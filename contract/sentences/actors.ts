/** Who acted, as histories and logs name those who are no administrator. */
export const actors = {
  system: '系统',
  commandLine: '命令行',
  user: '用户',
  generator: '图像服务回调',
  payNotice: '微信支付通知',
  virtualNotice: '微信虚拟支付通知',
  refundNotice: '微信退款通知',
} as const;
