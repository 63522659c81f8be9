/** `19.99` → 1999, by digits, without floating point. Null for anything that is not an amount. */
export const fenOf = (text: string): number | null => {
  const match = /^(-?)(\d{1,10})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return null;
  const [, minus, whole = '', part = ''] = match;
  const fen = Number(`${whole}${part.padEnd(2, '0')}`);
  return minus && fen > 0 ? -fen : fen;
};
