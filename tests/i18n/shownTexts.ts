import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
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
export const shownTexts = (root: string): Text[] =>
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
export const readerOf = (file: string): Reader =>
  ofVisitors.test(file) ? 'visitors' : 'administrators';

interface Breach extends Text {
  word: string;
  use: string;
}

/** The rejected words in a text; those of accepted words and of exceptions do not count. */
export const breachesIn = ({ file, text }: Text): Breach[] =>
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
