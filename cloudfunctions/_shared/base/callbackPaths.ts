/**
 * Where other services, and those who preview a shared address, reach `callback`. Orders, refunds and tasks under way hold
 * these addresses: they stay.
 */
export const callbackPaths = {
  payNotice: '/notify/wechat-pay',
  virtualNotice: '/notify/wechat-virtual',
  refundNotice: '/notify/wechat-refund',
  generatorReport: '/notify/runninghub',
  sharedTemplate: '/share/template',
} as const;

export type CallbackName = keyof typeof callbackPaths;
