import {
  reconciliationDayEntity,
  reconciliationDifferenceEntity,
} from '#contract/reconciliation.ts';

export const reconciliation = {
  name: reconciliationDayEntity.name,
  page: { list: '对账', show: '当日对账' },
  empty: { title: '还没有对账', text: '每天上午 10 点之后，昨天的账单会自动与系统核对。' },
  count: '%{count} 笔',
  allDifferences: '全部差异',
  facts: '核对情况',
  fields: {
    ...reconciliationDayEntity.labels,
    day: '日期',
    paidGap: '收款差额',
    refundedGap: '退款差额',
  },
  card: {
    paid: '收款：账单 %{there}，系统 %{ours}',
    refunded: '退款：账单 %{there}，系统 %{ours}',
    open: '%{count} 笔差异待处理',
  },
  run: {
    action: '核对账单',
    title: '核对一天的账单',
    facts:
      '取微信支付当天的账单，与系统里的订单和退款逐笔核对。可选最近 %{days} 天，已核对过的日期会重新核对。',
    tooNew: '这一天的账单还没有生成',
    submit: '开始核对',
    first: '开始核对',
    again: '重新核对',
    done: '%{day} 核对结果：%{status}',
  },
  failure: '未能核对：%{reason}。系统会自动重试。',
  notYet: '这一天还没有核对。账单在次日上午 10 点之后生成，届时自动核对。',
  noBill: '微信支付当天没有交易，没有账单。',
  sums: {
    title: '收款与退款',
    there: '微信支付账单',
    ours: '系统记录',
    gap: '差额',
    paid: '收款',
    refunded: '退款',
  },
  others: { title: '其他支付方式（不在此账单中）' },
  funds: {
    title: '资金账单',
    income: '收入',
    outgo: '支出',
    fee: '手续费',
    trade: '与交易账单核对',
    agrees: '一致',
    differs: '不一致',
  },
};

export const reconciliationDifferences = {
  name: reconciliationDifferenceEntity.name,
  page: { list: '对账差异' },
  empty: { title: '没有差异', text: '账单与系统记录一致。' },
  fields: { ...reconciliationDifferenceEntity.labels, acts: '操作' },
  sides: '账单 %{there}，系统 %{ours}',
  own: {
    payment: '订单%{status}',
    refund: '退款单：%{status}',
    none: '系统中没有这个单号',
  },
  outcome: {
    closed: '%{by}，%{time}',
    resolved: '%{time}',
  },
  mend: { payment: '查询支付结果', refund: '查询退款结果' },
  close: {
    action: '填写说明',
    title: '填写这笔差异的说明',
    facts: '%{number}：%{kind}。说明之后不再计入待处理；重新核对时若情况有变，会再次打开。',
    reasons: '同一商户号的其他业务、已线下处理、已与微信支付核实',
    submit: '保存说明',
    done: '说明已保存',
  },
};
