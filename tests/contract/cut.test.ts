import { describe, expect, it } from 'vitest';
import { bytes, characters, cutFileName, cutText } from '#contract/cut.ts';

const family = '👨‍👩‍👧‍👦';
const flag = '🇨🇳';
const accent = 'e\u0301';
const samples = [family, flag, accent, '👍🏽', '1️⃣', '葛\u{e0100}', '하', '好', 'a'];

describe('cut text', () => {
  it('is never cut inside a character, whatever the receiver counts', () => {
    for (const sample of samples)
      for (const lengthOf of [(text: string) => text.length, characters, bytes]) {
        const whole = lengthOf(`一${sample}`);
        for (let most = 0; most <= whole + 3; most++) {
          const cut = cutText(`一${sample}xy`, most, lengthOf);
          expect(lengthOf(cut)).toBeLessThanOrEqual(most);
          expect(['', '一', `一${sample}`, `一${sample}x`, `一${sample}xy`]).toContain(cut);
        }
      }
  });

  it('is as long as fits, and has no space at its end', () => {
    expect(cutText(`好${family}吗`, 12)).toBe(`好${family}`);
    expect(cutText(`好${family}吗`, 2, characters)).toBe(`好${family}`);
    expect(cutText('中文字', 8, bytes)).toBe('中文');
    expect(cutText('one two', 4)).toBe('one');
    expect(cutText(family, 5)).toBe('');
  });

  it('keeps the extension of a file name', () => {
    expect(cutFileName(`${'照'.repeat(300)}${family}.JPEG`, 100)).toBe(`${'照'.repeat(95)}.JPEG`);
    expect(cutFileName(`a${family}.png`, 6)).toBe('a.png');
    expect(cutFileName('照片.png', 11, bytes)).toBe('照片.png');
    expect(cutFileName('照片.png', 9, bytes)).toBe('照.png');
    expect(cutFileName(`${'a'.repeat(20)}.not an extension`, 10)).toBe('aaaaaaaaaa');
  });
});
