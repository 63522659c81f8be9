import { describe, expect, it } from 'vitest';
import { type Reader, terms } from '#contract/terms.ts';
import { breachesIn, readerOf, shownTexts } from './shownTexts.ts';

const texts = shownTexts('.');

describe('the list of words', () => {
  it.each<Reader>(['administrators', 'visitors'])('holds in what %s read', reader => {
    const read = texts.filter(({ file }) => readerOf(file) === reader);
    expect(read.length).toBeGreaterThan(400);
    const breaches = read
      .flatMap(breachesIn)
      .map(({ file, text, word, use }) => `${file}: ${word} → ${use}: ${text.slice(0, 80)}`);
    expect(breaches).toEqual([]);
  });

  it('needs each of its exceptions', () => {
    const unneeded = terms.flatMap(({ not, exceptions = [] }) =>
      exceptions.filter(
        ({ text, file }) =>
          !not.some(word => text.includes(word)) ||
          !texts.some(one => (!file || one.file === file) && one.text.includes(text)),
      ),
    );
    expect(unneeded).toEqual([]);
  });

  it('rejects no word that it accepts for the same readers', () => {
    const contradictions = terms.flatMap(({ use, not }) => use.filter(word => not.includes(word)));
    expect(contradictions).toEqual([]);
  });
});
