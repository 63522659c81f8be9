import { readFileSync } from 'node:fs';
import path from 'node:path';
import postcss from 'postcss';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { laterInNode, laterInStyles, missing, type Side } from '../../scripts/browsers/floor.js';
import { walk, withoutSupports } from '../../scripts/build/floorCheck.ts';
import { styleFallbacks } from '../../scripts/build/styleFallbacks.ts';

const found = (side: Side, text: string) => {
  const names: string[] = [];
  walk(parseAst(text), node => names.push(...laterInNode(side, node, text)));
  return names;
};

it.each([
  ['/(?<=a)b/', ['lookbehind'], []],
  ['RegExp(`(?<!a)b`)', ['lookbehind'], []],
  ['/(?<name>a)(?:b)(?=c)/u', [], []],
  ['/[a--b]/v', ['flag v'], ['flag v']],
  ['f?.(...a, b); f(...a)', ['spread in an optional call'], []],
  ['structuredClone(a)', ['structuredClone'], []],
  ['new CompressionStream(a)', ['CompressionStream'], []],
  ['a.toReversed()', ['.toReversed'], ['.toReversed']],
  ['AbortSignal.any(a); Promise.any(b)', ['AbortSignal.any'], ['AbortSignal.any']],
  // Asked for first, or added by ourselves.
  ['"reportError" in self && reportError(a); a.checkVisibility?.()', [], []],
  ['a.at(-1); new Intl.Segmenter(); z.union([])', [], []],
])(
  'finds in %s what visitors’ oldest browsers lack, and administration’s',
  (text, visitors, administration) => {
    expect(found('visitors', text)).toEqual(visitors);
    expect(found('administration', text)).toEqual(administration);
  },
);

it('finds in styles what has no fall-back', () => {
  const later = (text: string) => laterInStyles('visitors', withoutSupports(text));
  expect(later('a{height:1dvh}b:has(c){d:e}')).toEqual([':has()', 'dvh']);
  expect(later('@supports (height:1dvh){a{height:1dvh}}@media (x){b{c:d}}')).toEqual([]);
  expect(later('@supports (a:b){c{d:e}f{g:h}}i{translate:1px}')).toEqual(['single transforms']);
});

it('gives mixed colours and heights of the visible part a fall-back', async () => {
  const styles = `
    a { background: color-mix(in srgb, var(--b) 92%, transparent); min-height: calc(100dvh - 1px) }
    c { border: 1px solid color-mix(in srgb, var(--d) 10%, var(--e)) }
    f { background: color-mix(in srgb, var(--d) 10%, var(--e)) }`;
  const { css } = await postcss([styleFallbacks]).process(styles, { from: undefined });
  const bare = css.replaceAll(/\s+/g, ' ');
  expect(laterInStyles('visitors', withoutSupports(css))).toEqual([]);
  expect(bare).toContain('a { background: var(--b); min-height: calc(100vh - 1px) }');
  expect(bare).toContain('c { border: 1px solid var(--field-border) }');
  expect(bare).toContain('f { background: var(--e) }');
  expect(bare.match(/@supports/g)).toHaveLength(4);
});

it('names what each side’s floor lacks, and speaks to older ones in the oldest JavaScript', () => {
  expect(missing.visitors).toEqual(expect.arrayContaining(['Object.hasOwn', '.at']));
  expect(missing.visitors).not.toContain('Intl.Segmenter');
  expect(missing.administration).toEqual(
    expect.arrayContaining(['.toSorted', 'URL.canParse', 'Intl.Segmenter']),
  );
  const page = readFileSync(path.join(import.meta.dirname, '../../index.html'), 'utf8');
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(page) ?? [];
  expect(script).toContain('noModule');
  expect(script).not.toMatch(/=>|`|\b(let|const|class)\b|\?\.|\?\?|\.\.\./);
});
