/** `1234` → `1,234`. */
export const formatCount = (value: number): string => value.toLocaleString('zh-CN');
