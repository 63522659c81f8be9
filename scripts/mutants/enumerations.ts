import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from '../built.js';

const isText = (node: ts.Node): node is ts.StringLiteral =>
  ts.isStringLiteral(node) && /^[A-Za-z]\w*$/.test(node.text);

const nameOf = ({ name }: ts.ObjectLiteralElementLike): string[] =>
  name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? [name.text] : [];

/** `'a' | 'b'`, `['a', 'b'] as const`, `z.enum(['a', 'b'])`, and the names in `{ a: { … }, b: { … } }`. */
const valuesIn = (node: ts.Node): string[] => {
  if (ts.isUnionTypeNode(node))
    return node.types.flatMap(type =>
      ts.isLiteralTypeNode(type) && isText(type.literal) ? [type.literal.text] : [],
    );
  if (ts.isArrayLiteralExpression(node)) {
    const texts = node.elements.filter(isText);
    return texts.length === node.elements.length ? texts.map(({ text }) => text) : [];
  }
  const isTable =
    ts.isObjectLiteralExpression(node) &&
    node.properties.every(
      one =>
        ts.isPropertyAssignment(one) &&
        (isText(one.initializer) || ts.isObjectLiteralExpression(one.initializer)),
    );
  return isTable ? node.properties.flatMap(nameOf) : [];
};

/** The enumerations that the contract and the functions declare. */
export const readEnumerations = (): string[][] => {
  const groups: string[][] = [];
  for (const folder of ['contract', 'cloudfunctions/_shared'])
    for (const name of readdirSync(path.join(root, folder), {
      recursive: true,
      encoding: 'utf8',
    })) {
      if (!name.endsWith('.ts') || name.startsWith('sentences')) continue;
      const text = readFileSync(path.join(root, folder, name), 'utf8');
      const visit = (node: ts.Node): void => {
        const values = [...new Set(valuesIn(node))];
        if (values.length > 1) groups.push(values);
        ts.forEachChild(node, visit);
      };
      visit(ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true));
    }
  return groups;
};

/**
 * @returns for a value, another one of its enumeration; of several, the one of which the file's text names most, then the
 * smallest
 */
export const siblings = (enumerations: string[][], text: string) => {
  const isNamed = (value: string) => text.includes(`'${value}'`) || text.includes(`.${value}`);
  const counted = enumerations.map(values => ({
    values,
    named: values.filter(isNamed).length,
  }));
  return (value: string): string | undefined => {
    const [best] = counted
      .filter(({ values }) => values.includes(value))
      .sort((a, b) => b.named - a.named || a.values.length - b.values.length);
    if (!best) return undefined;
    const others = best.values.filter(other => other !== value);
    return others.find(isNamed) ?? others[0];
  };
};
