/** What the user has got back for the work that it is about, as it was found when support last answered or handled it. */
export interface Returned {
  credits: number;
  /** Of the order that paid for the work: what is back, on its way, and waiting for an approval. */
  refundedFen: number;
  refundingFen: number;
  askedFen: number;
}

const yuan = (fen: number) => `¥${(fen / 100).toFixed(2)}`;

/** For colleagues: `已退回 20 积分`; where nothing was, `未退回`. */
export const returnedSentence = ({ credits, refundedFen, refundingFen, askedFen }: Returned) =>
  [
    credits > 0 && `已退回 ${credits} 积分`,
    refundedFen > 0 && `已退款 ${yuan(refundedFen)}`,
    refundingFen > 0 && `退款中 ${yuan(refundingFen)}`,
    askedFen > 0 && `已提交审批 ${yuan(askedFen)}`,
  ]
    .filter(Boolean)
    .join('，') || '未退回';

const sentFen = ({ refundedFen, refundingFen }: Returned) => refundedFen + refundingFen;

/** For the user: what is new since they were last answered; '' for nothing. */
export const newlyReturned = (now: Returned, before: Returned): string => {
  const more = (of: keyof Returned) => Math.max(0, now[of] - before[of]);
  const sent = sentFen(now) - sentFen(before);
  return [
    more('credits') > 0 && `${more('credits')} 积分已退回，可以重新制作。`,
    sent > 0 && `${yuan(sent)} 已原路退回，到账时间以微信支付通知为准。`,
    more('askedFen') > 0 && `${yuan(more('askedFen'))} 的退款已提交审核，有结果会通知你。`,
  ]
    .filter(Boolean)
    .join('');
};

export const feedbackSentences = {
  handledAlready: '该反馈已处理',
  acceptedAlready: '该反馈已受理',
  openAlready: '该反馈尚未处理',
  repliedAndHandled: '已回复用户',
  received: '收到投诉与反馈',
  answered: '客服已回复你的反馈',
  written: '客服给你发来一条消息',
  tooLong: '对话过长，请重新提交一条',
  userGone: '用户已注销，不能再回复',
} as const;
