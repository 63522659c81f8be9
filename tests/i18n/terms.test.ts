import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { type Reader, terms } from '#contract/terms.ts';

interface Text {
  file: string;
  text: string;
}

/** A Chinese text, or a rejected name that stands alone. */
const CHINESE = /\p{Script=Han}|\bAPI Key\b/u;
const folders = ['i18n/zh', 'contract', 'src', 'dataProvider', 'cloudfunctions', 'scripts/demo'];
const pages = ['docs/handbook.md', 'index.html', 'public/offline.html'];
const WORD_LIST = 'contract/terms.ts';

/** What is written in the quotation marks and tags of a source, each variable as `{}`; not its comments and patterns. */
const literalsIn = (source: string, file: string): string[] => {
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isTemplateExpression(node))
      found.push(
        [node.head, ...node.templateSpans.map(({ literal }) => literal)]
          .map(({ text }) => text)
          .join('{}'),
      );
    else if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) found.push(node.text);
    node.forEachChild(look);
  };
  look(ts.createSourceFile(file, source, ts.ScriptTarget.Latest));
  return found;
};

const linesOf = (page: string): string[] =>
  page.replaceAll(/<!--[\s\S]*?-->|<(script|style)[\s\S]*?<\/\1>/g, '').split('\n');

/** Every Chinese text that the product shows or hands out. */
const shownTexts = (root: string): Text[] =>
  [
    ...folders.flatMap(folder =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter(file => /\.tsx?$/.test(file))
        .map(file => path.join(folder, file)),
    ),
    ...pages,
  ]
    .filter(file => file !== WORD_LIST)
    .flatMap(file => {
      const source = readFileSync(path.join(root, file), 'utf8');
      if (!CHINESE.test(source)) return [];
      const texts = pages.includes(file) ? linesOf(source) : literalsIn(source, file);
      return texts.filter(text => CHINESE.test(text)).map(text => ({ file, text }));
    });

const ofVisitors =
  /^(i18n\/zh\/visitor|src\/visitor\/|contract\/(visitor|inputProblem)|contract\/sentences\/(templateInputs|share|opening)|index\.html|public\/)/;

/** Who reads the texts of a file; administrators have to understand those that both read. */
const readerOf = (file: string): Reader => (ofVisitors.test(file) ? 'visitors' : 'administrators');

interface Breach extends Text {
  word: string;
  use: string;
}

/** The rejected words in a text; those of accepted words and of exceptions do not count. */
const breachesIn = ({ file, text }: Text): Breach[] =>
  terms
    .filter(({ readers = readerOf(file) }) => readers === readerOf(file))
    .flatMap(({ use, not, exceptions = [] }) => {
      const accepted = [
        ...use.filter(word => not.some(part => word.includes(part))),
        ...exceptions.filter(one => !one.file || one.file === file).map(one => one.text),
      ];
      const rest = accepted.reduce((left, word) => left.replaceAll(word, '\n'), text);
      return not
        .filter(word => rest.includes(word))
        .map(word => ({ file, text, word, use: use.join('、') }));
    });

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
