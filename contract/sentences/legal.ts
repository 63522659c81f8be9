/** What a text states about the product, by the fields of the settings that it comes from. */
export const legalFactLabels = {
  siteName: '站点名称',
  operator: '经营者名称',
  address: '经营者地址',
  contact: '联系客服的方式',
  algorithm: '算法备案号',
  model: '模型名称',
  modelNumber: '模型备案号或上线编号',
  userUploadDays: '用户照片保存天数',
  resultDays: '作品保存天数',
  trashDays: '回收站保存天数',
  orderYears: '订单保存年数',
  ledgerYears: '积分明细保存年数',
  feedbackYears: '投诉与反馈保存年数',
  auditMonths: '操作日志保存月数',
  userLogMonths: '账号变动记录保存月数',
  printPhotoDays: '冲印照片保存天数',
  pastAccountDays: '注销记录保存天数',
  moderatesImages: '是否审核照片',
  moderatesTexts: '是否审核文字',
  moderatesResults: '是否审核结果图',
  isAbroad: '照片是否传到境外',
  acceptDays: '投诉受理时限',
  answerDays: '投诉答复时限',
  allowPartial: '是否允许部分退款',
  webOrderDays: '网页订单有效期',
  under14: '是否向未满 14 周岁的用户提供服务',
} as const;

export const legalSentences = {
  contact: (wechat: string, phone: string) =>
    [wechat && `微信 ${wechat}`, phone && `电话 ${phone}`].filter(Boolean).join('，'),
  places: (count: number, first: string) => `还有 ${count} 处没有填写，第一处是${first}`,
  changedMeanwhile: '刚刚有人发布了新版本，请刷新后再试',
  published: (label: string, version: string) => `发布《${label}》${version} 版`,
  missing: (missing: readonly string[]) =>
    `合规信息不全，暂不能上线模板。缺少：${missing.join('、')}。请到「系统设置 → 合规」补全`,
} as const;
