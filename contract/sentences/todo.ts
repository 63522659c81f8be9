export const todoSentences = {
  done: '这一项已处理完，不用再认领',
  takenMeanwhile: '同事刚刚认领了这一项，请刷新查看',
  dueSoon: '期限已到或不足一天，不能稍后处理',
  tooEarly: '请选择以后的时间',
  tooLate: (days: number) => `最多推迟${days}天`,
} as const;
