const yuan = new Intl.NumberFormat('zh-CN', { style: 'currency', currency: 'CNY' });

/** `1234` fen → `¥12.34`. */
export const formatYuan = (fen: number): string => yuan.format(fen / 100);
