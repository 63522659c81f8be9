export const paymentSentences = {
  notConfigured: '微信支付尚未配置完整，请先在系统设置中填写',
} as const;

/** Answers to notices of WeChat Pay. */
export const noticeAnswers = {
  accepted: '成功',
  later: '处理中',
  refused: '通知未通过校验',
  failed: '处理失败',
} as const;
