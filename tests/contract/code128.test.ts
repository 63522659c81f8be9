import { describe, expect, it } from 'vitest';
import { code128 } from '#contract/code128.ts';

/** Reads the modules back, as a scanner does: bars and spaces by their widths. */
const widthsOf = (text: string) => {
  const code = code128(text);
  if (!code) throw new Error('no code');
  const widths: number[] = [];
  code.bars.forEach(({ x, width }, at) => {
    widths.push(width);
    const next = code.bars[at + 1];
    if (next) widths.push(next.x - x - width);
  });
  return { widths, total: code.width };
};

describe('the barcode of a number', () => {
  it('is start B, the characters, the check sum and the stop', () => {
    // 104 + 48·1 + 42·2 + 42·3 + 17·4 + 18·5 + 19·6 + 35·7 = 879, which leaves 55: a W.
    const { widths, total } = widthsOf('PJJ123C');
    expect(total).toBe(11 * 9 + 13);
    expect(widths.slice(0, 6).join('')).toBe('211214');
    expect(widths.slice(6, 12).join('')).toBe('313121');
    expect(widths.slice(-7).join('')).toBe('2331112');
    expect(widths.slice(48, 54).join('')).toBe(widthsOf('W').widths.slice(6, 12).join(''));
  });

  it('has eleven modules and an even number of dark ones for every character', () => {
    const seen = new Set<string>();
    for (let code = 32; code < 127; code += 1) {
      const widths = widthsOf(String.fromCharCode(code)).widths.slice(6, 12);
      expect(widths.reduce((sum, width) => sum + width, 0)).toBe(11);
      expect(((widths[0] ?? 0) + (widths[2] ?? 0) + (widths[4] ?? 0)) % 2).toBe(0);
      seen.add(widths.join(''));
    }
    expect(seen.size).toBe(95);
  });

  it('does not exist for characters that the code lacks', () => {
    expect(code128('冲印')).toBeNull();
    expect(code128('')).toBeNull();
  });
});
