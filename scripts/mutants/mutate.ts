import ts from 'typescript';
import type { LeftOut, Mutant } from './mutant.ts';
import { type Add, isDeclaration, leftOutOf, rulesWith } from './rules.ts';

export interface Mutated {
  mutants: Mutant[];
  /** The file with all of them in it, each behind the switch of `switch.ts`: `mutantSwitch.is(number)`. */
  code: string;
  leftOut: Record<LeftOut, number>;
}

const parsed = (file: string, text: string) =>
  ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);

const isIn = (node: ts.Node, matches: (one: ts.Node) => boolean): boolean =>
  !ts.isSourceFile(node) && (matches(node) || isIn(node.parent, matches));

const topOf = (node: ts.Node): ts.Node =>
  ts.isSourceFile(node.parent) ? node : topOf(node.parent);

const declaredBy = (top: ts.Node): string => {
  if (ts.isVariableStatement(top)) return top.declarationList.declarations[0]!.name.getText();
  const { name } = top as ts.Node & { name?: ts.Node };
  return name?.getText() ?? '';
};

const isExported = (top: ts.Node) =>
  ts.canHaveModifiers(top) &&
  (ts.getModifiers(top) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

const isAssigned = (node: ts.Node): boolean => {
  const { parent } = node;
  if (ts.isBinaryExpression(parent))
    return (
      parent.left === node &&
      parent.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
      parent.operatorToken.kind <= ts.SyntaxKind.LastAssignment
    );
  return (
    ts.isDeleteExpression(parent) ||
    (ts.isPostfixUnaryExpression(parent) && parent.operand === node) ||
    (ts.isPrefixUnaryExpression(parent) &&
      parent.operator !== ts.SyntaxKind.ExclamationToken &&
      parent.operator !== ts.SyntaxKind.MinusToken)
  );
};

/** Whether a choice between expressions may stand in its place. */
const isReplaceable = (node: ts.Node): boolean => {
  const { parent } = node;
  if (ts.isStatement(node) || ts.isObjectLiteralElementLike(node)) return true;
  if ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === node)
    return false;
  if (ts.isOptionalChain(parent) && parent.expression === node) return false;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return false;
  return !isAssigned(node);
};

const shortened = (text: string) => text.replace(/\s+/g, ' ').trim();

/**
 * Every change of a file.
 * @param siblingOf another value of the enumeration that a text belongs to
 * @param first the number of the first one
 */
export const mutate = (
  file: string,
  text: string,
  siblingOf: (value: string) => string | undefined,
  first: number,
): Mutated => {
  const source = parsed(file, text);
  const rules = rulesWith(siblingOf);
  const mutants: Mutant[] = [];
  const leftOut: Mutated['leftOut'] = {
    'in what is logged': 0,
    'in the choice of the fields that are read': 0,
  };
  const numbersOf = new Map<ts.Node, number[]>();

  const adding: Add = (target, kind, to) => {
    if (!isReplaceable(target)) return;
    const start = target.getStart();
    const from = target.getText();
    if (shortened(from) === shortened(to)) return;
    const place = mutants.length;
    const known = numbersOf.get(target) ?? [];
    if (known.some(number => mutants[number - first]!.to === to)) return;
    numbersOf.set(target, [...known, first + place]);
    const top = topOf(target);
    mutants.push({
      file,
      start,
      line: source.getLineAndCharacterOfPosition(start).line + 1,
      kind,
      from,
      to,
      within: declaredBy(top),
      isStatic: !isIn(target, ts.isFunctionLike),
      isExported: isExported(top),
    });
  };

  const look = (node: ts.Node, add: Add) => {
    if (isDeclaration(node)) return;
    const reason = leftOutOf(node);
    const counting: Add = (target, kind, to) => {
      // A call that only logs, as a statement or as what a refusal leads to.
      if (reason) leftOut[reason] += 1;
      else add(target, kind, to);
    };
    rules(node, counting);
    ts.forEachChild(node, child => look(child, counting));
  };
  // A property or statement is added by what is around it, before it is looked at itself.
  const isLoggingStatement = (node: ts.Node): boolean => {
    if (!ts.isExpressionStatement(node)) return false;
    const call = ts.isVoidExpression(node.expression)
      ? node.expression.expression
      : node.expression;
    return leftOutOf(call) !== undefined;
  };
  look(source, (target, kind, to) => {
    const reason = isLoggingStatement(target) ? 'in what is logged' : leftOutOf(target);
    if (reason) leftOut[reason] += 1;
    else adding(target, kind, to);
  });

  return {
    mutants,
    code: rendered(source, numbersOf, number => mutants[number - first]!),
    leftOut,
  };
};

const rendered = (
  source: ts.SourceFile,
  numbersOf: Map<ts.Node, number[]>,
  mutantOf: (number: number) => Mutant,
): string => {
  const { text } = source;

  const withChildren = (node: ts.Node): string => {
    let written = '';
    let at = node.getStart();
    ts.forEachChild(node, child => {
      const start = child.getStart();
      written += text.slice(at, start) + withChanges(child);
      at = child.end;
    });
    return written + text.slice(at, node.end);
  };

  const withChanges = (node: ts.Node): string => {
    if (isDeclaration(node)) return node.getText();
    const numbers = numbersOf.get(node) ?? [];
    const sound = withChildren(node);
    const again = ts.isVariableStatement(node) ? evaluatedAgain(node, sound) : sound;
    if (numbers.length === 0) return again;
    if (ts.isStatement(node)) {
      const [number] = numbers;
      return `{if(!mutantSwitch.is(${number})){${sound}}}`;
    }
    const isProperty = ts.isObjectLiteralElementLike(node);
    const [open, close] = isProperty ? ['{', '}'] : ['(', ')'];
    const choices = numbers.map(
      number => `mutantSwitch.is(${number})?${open}${mutantOf(number).to}${close}:`,
    );
    const choice = `(${choices.join('')}${open}${sound}${close})`;
    return isProperty ? `...${choice}` : choice;
  };

  const numbersIn = (node: ts.Node): number[] => {
    const own = ts.isFunctionLike(node) ? [] : (numbersOf.get(node) ?? []);
    const inner: number[] = [];
    if (!ts.isFunctionLike(node))
      ts.forEachChild(node, child => void inner.push(...numbersIn(child)));
    return [...own, ...inner];
  };

  /** A constant is evaluated again when one of the changes in it is switched on, and is what it was afterwards. */
  const evaluatedAgain = (node: ts.VariableStatement, sound: string): string => {
    const { declarations } = node.declarationList;
    const [declaration] = declarations;
    const isTop = ts.isSourceFile(node.parent);
    if (!isTop || declarations.length !== 1 || !declaration?.initializer) return sound;
    const numbers = numbersIn(declaration.initializer);
    if (numbers.length === 0 || !ts.isIdentifier(declaration.name)) return sound;
    const name = declaration.name.text;
    const value = withChanges(declaration.initializer);
    return `${sound.replace(/\bconst\b/, 'let')}
mutantSwitch.again([${numbers.join()}],()=>(${value}),value=>{${name}=value as never},${name});`;
  };

  return withChanges(source);
};
