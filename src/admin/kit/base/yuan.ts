import { decimalIn } from '#contract/typedNumber.ts';

/** Money is whole fen; inputs show yuan, converted as text without floating point. */

/** `1990` → `19.90`. */
export const fenToYuan = (fen: number): string => {
  const digits = String(Math.abs(fen)).padStart(3, '0');
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** `19.9`, `¥19.9` or `19.9元` → `1990`. `undefined` for anything but an amount with at most two decimals. */
export const yuanToFen = (yuan: string): number | undefined => {
  const text = decimalIn(yuan.replace(/^\s*[¥￥]|元\s*$/g, ''));
  const [found, whole = '', decimals = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text ?? '') ?? [];
  return found === undefined ? undefined : Number(`${whole}${decimals.padEnd(2, '0')}`);
};
