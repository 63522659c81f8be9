import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

/**
 * Where a text may be cut at a place that is counted, and why no character is cut in two there. A place of the kind
 * `name.slice(PREFIX.length)`, which takes off what is known, is none.
 */
const plain: [why: string, texts: RegExp][] = [
  ['the one way', /^contract\/cut\.ts /],
  [
    'times and days are digits',
    / (.*([tT]ime|dayOf)\(.*\)|.*toISOString\(\)|day|date|from)$|^contract\/day\.ts text$/,
  ],
  ['hashes are hexadecimal', / .*\.digest\( *'(hex|base64url)' *\)$/],
  [
    'numbers, phones, codes and keys are ASCII',
    / (code|orderNo|transactionId|typed|number|wanted|id|openid|phone.*|digits|secret)$/,
  ],
  [
    'what is searched as a number is ASCII',
    /\/(orders\/orders|prints\/records|users\/userSearch)\.ts value$/,
  ],
  ['parts for moderation overlap', /moderation\/client\.ts text$/],
  ['lines are counted, no text is shown', /JsonInput\.tsx text$/],
  ['paths and addresses are ASCII', / (path|src|hostname|\w+\.pathname)$/],
  ['the caret is never inside a character', /MessageFieldsInput\.tsx text$/],
  ['services outside count in their own units', /^cloudfunctions\/_shared\/shipping\//],
];

const names = new Set(['slice', 'substring', 'substr']);
const folders = ['contract', 'cloudfunctions', 'src', 'dataProvider', 'authProvider', 'i18n'];

it('no text is cut but by contract/cut.ts, or where no character can be cut in two', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const file = path.join(root, 'tsconfig.json');
  const read = ts.readConfigFile(file, name => ts.sys.readFile(name)).config as object;
  const { fileNames, options } = ts.parseJsonConfigFileContent(
    { ...read, include: folders },
    ts.sys,
    root,
  );
  const program = ts.createProgram(fileNames, { ...options, incremental: false });
  const checker = program.getTypeChecker();
  const isText = (node: ts.Node): boolean => {
    const { flags, ...type } = checker.getTypeAtLocation(node);
    return 'types' in type
      ? (type.types as ts.Type[]).every(one => one.flags & ts.TypeFlags.StringLike)
      : (flags & ts.TypeFlags.StringLike) !== 0;
  };
  /** `[...text]` too. */
  const textOf = (node: ts.Expression): ts.Expression | undefined => {
    if (isText(node)) return node;
    const [only] = ts.isArrayLiteralExpression(node) ? node.elements : [];
    return only && ts.isSpreadElement(only) && isText(only.expression)
      ? only.expression
      : undefined;
  };
  const cuts: string[] = [];
  const note = (text: ts.Expression, source: ts.SourceFile) => {
    const where = path.relative(root, source.fileName);
    cuts.push(`${where} ${text.getText(source).replace(/\s+/g, ' ')}`);
  };
  const visit = (node: ts.Node, source: ts.SourceFile): void => {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      names.has(node.expression.name.text)
    ) {
      const text = textOf(node.expression.expression);
      const [first, second] = node.arguments;
      const isPrefixTaken = !second && first && !ts.isPrefixUnaryExpression(first);
      if (text && !isPrefixTaken) note(text, source);
    }
    // `[...text][0]`.
    if (ts.isElementAccessExpression(node) && ts.isArrayLiteralExpression(node.expression)) {
      const text = textOf(node.expression);
      if (text) note(text, source);
    }
    ts.forEachChild(node, child => visit(child, source));
  };
  for (const source of program.getSourceFiles())
    if (folders.some(folder => source.fileName.startsWith(`${root}/${folder}/`)))
      visit(source, source);
  expect(cuts.length).toBeGreaterThan(50);
  expect(cuts.filter(cut => !plain.some(([, texts]) => texts.test(cut)))).toEqual([]);
}, 120_000);
