export const reconciliationSentences = {
  busy: '这一天正在核对，请稍候',
  tooEarly: '这一天的账单要到次日上午 10 点之后才有',
  tooOld: (days: number) => `微信支付只提供最近 ${days} 天的账单`,
  notExplainable: (label: string) => `「${label}」的差异不能再说明`,
  /** How a difference was resolved that the latest comparison no longer finds. */
  consistentNow: '重新核对时已一致',
  interrupted: '核对多次中断，请联系技术人员',
} as const;

/** What is wrong with a bill. */
export const billSentences = {
  notMadeYet: '微信支付还没有生成账单',
  refused: '微信支付拒绝提供账单，请检查支付设置',
  noAnswer: '微信支付暂时没有答复',
  notDownloaded: '账单暂时无法下载',
  tooManyRows: '账单行数超过上限，请联系技术人员',
  unreadable: '账单内容无法识别',
  incomplete: '账单下载不完整',
  wrongChecksum: '账单校验值不符',
  unreadableAmount: '账单中的金额无法识别',
  unreadableTime: '账单中的时间无法识别',
  unreadableState: '账单中有无法识别的交易状态',
} as const;
