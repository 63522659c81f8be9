/** What Tencent's moderation takes a picture for, by its `Label`. */
const labels: Record<string, string> = {
  Porn: '色情',
  Sexy: '性感',
  Polity: '政治',
  Terror: '暴恐',
  Illegal: '违法',
  Abuse: '谩骂',
  Religion: '宗教',
  Teenager: '未成年人',
  Ad: '广告',
};

export const moderationLabel = (label: string): string => labels[label] ?? '其他';
