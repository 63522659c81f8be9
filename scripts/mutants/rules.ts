import ts from 'typescript';
import type { Kind, LeftOut } from './mutant.ts';

/** @param to the text in its place; empty: it is left out */
export type Add = (target: ts.Node, kind: Kind, to: string) => void;

const swapped = (pairs: [string, string][]): ReadonlyMap<string, string> =>
  new Map(pairs.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]));

const boundaries = swapped([
  ['<', '<='],
  ['>', '>='],
]);
const opposites = swapped([
  ['===', '!=='],
  ['<', '>='],
  ['>', '<='],
]);
const reckonings = new Map([
  ...swapped([
    ['+', '-'],
    ['*', '/'],
    ['+=', '-='],
  ]),
  ['%', '*'],
]);
const roundings = new Map([
  ...swapped([
    ['Math.floor', 'Math.ceil'],
    ['Math.min', 'Math.max'],
  ]),
  ['Math.round', 'Math.floor'],
  ['Math.trunc', 'Math.ceil'],
]);
/** Commands of the database. */
const commands = swapped([
  ['_.lt', '_.lte'],
  ['_.gt', '_.gte'],
  ['_.eq', '_.neq'],
  ['_.in', '_.nin'],
]);
const orders = swapped([['asc', 'desc']]);
const quantifiers = swapped([['some', 'every']]);
/** Calls on a list, without which it is still a list. */
const ofLists = new Set(['filter', 'sort', 'toSorted', 'reverse', 'toReversed']);

const isTime = (name: string) => /(Time|Until)$/.test(name);
/** Every record has these two. */
const otherTime = (name: string) => (name === 'createTime' ? 'updateTime' : 'createTime');

const inside = (node: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(node) ? inside(node.expression) : node;

const outside = (node: ts.Node): ts.Node =>
  ts.isParenthesizedExpression(node.parent) ? outside(node.parent) : node;

const isLogical = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) &&
  (node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    node.operatorToken.kind === ts.SyntaxKind.BarBarToken);

const conditionIn = (node: ts.Node): ts.Expression | undefined => {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node))
    return node.expression;
  return ts.isConditionalExpression(node) || ts.isForStatement(node) ? node.condition : undefined;
};

/** Its being true and its being false are tried where it stands: as a condition, or as an operand that is left out. */
const isDecided = (node: ts.Node): boolean => {
  const whole = outside(node);
  return isLogical(whole.parent) || conditionIn(whole.parent) === whole;
};

const conditions = (node: ts.Node, add: Add) => {
  const given = conditionIn(node);
  if (!given) return;
  const condition = inside(given);
  if (condition.kind === ts.SyntaxKind.TrueKeyword) return;
  const operator = isLogical(condition) ? condition.operatorToken.getText() : '';
  const isLoop = !ts.isIfStatement(node) && !ts.isConditionalExpression(node);
  // What leaving out an operand tries as well is not tried twice.
  if (operator !== '||') add(condition, 'condition', 'false');
  if (operator !== '&&' && !isLoop) add(condition, 'condition', 'true');
};

const isTextual = (node: ts.Expression): boolean =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  (ts.isBinaryExpression(node) && (isTextual(node.left) || isTextual(node.right)));

const binary = (node: ts.Node, add: Add) => {
  if (!ts.isBinaryExpression(node)) return;
  const [left, operator, right] = [node.left, node.operatorToken, node.right].map(part =>
    part.getText(),
  ) as [string, string, string];
  if (isLogical(node) || operator === '??') {
    add(node, 'operand', left);
    const continued = inside(node.left);
    if (!isLogical(continued) || continued.operatorToken.kind !== node.operatorToken.kind)
      add(node, 'operand', right);
  }
  const boundary = boundaries.get(operator);
  if (boundary) add(node, 'boundary', `${left} ${boundary} ${right}`);
  const opposite = opposites.get(operator);
  if (opposite && !isDecided(node)) add(node, 'comparison', `${left} ${opposite} ${right}`);
  const other = reckonings.get(operator);
  if (other && !isTextual(node)) add(node, 'arithmetic', `${left} ${other} ${right}`);
};

const unary = (node: ts.Node, add: Add) => {
  if (!ts.isPrefixUnaryExpression(node) && !ts.isPostfixUnaryExpression(node)) return;
  const operand = node.operand.getText();
  if (node.operator === ts.SyntaxKind.ExclamationToken && !isDecided(node))
    add(node, 'comparison', operand);
  if (node.operator === ts.SyntaxKind.PlusPlusToken) add(node, 'arithmetic', `${operand}--`);
  if (node.operator === ts.SyntaxKind.MinusMinusToken) add(node, 'arithmetic', `${operand}++`);
};

const literals =
  (siblingOf: (value: string) => string | undefined) => (node: ts.Node, add: Add) => {
    if (ts.isNumericLiteral(node)) {
      const value = Number(node.text);
      add(node, 'number', String(value < 2 ? value + 1 : value * 2));
    } else if (node.kind === ts.SyntaxKind.TrueKeyword && !isDecided(node))
      add(node, 'value', 'false');
    else if (node.kind === ts.SyntaxKind.FalseKeyword && !isDecided(node))
      add(node, 'value', 'true');
    else if (ts.isIdentifier(node) && node.text === 'Infinity') add(node, 'number', '0');
    else if (ts.isStringLiteral(node)) {
      const isType = ts.isBinaryExpression(node.parent) && ts.isTypeOfExpression(node.parent.left);
      if (isType) return;
      const order = orders.get(node.text);
      const other = isTime(node.text) ? otherTime(node.text) : siblingOf(node.text);
      if (order) add(node, 'list', `'${order}'`);
      else if (other !== undefined) add(node, isTime(node.text) ? 'field' : 'value', `'${other}'`);
    }
  };

/** Which of several times counts: what is read of a record, and what a query asks for. */
const fields = (node: ts.Node, add: Add) => {
  if (ts.isPropertyAccessExpression(node) && isTime(node.name.text)) {
    const record = node.getText().slice(0, -node.name.text.length);
    add(node, 'field', record + otherTime(node.name.text));
  }
  if (!ts.isPropertyAssignment(node) || !isTime(node.name.getText())) return;
  const value = node.initializer.getText();
  if (/^_\./.test(value)) add(node, 'field', `${otherTime(node.name.getText())}: ${value}`);
};

const calls = (node: ts.Node, add: Add) => {
  if (!ts.isCallExpression(node)) return;
  const callee = node.expression.getText();
  const whole = node.getText();
  const rest = whole.slice(callee.length);
  const rounding = roundings.get(callee);
  if (rounding) add(node, 'rounding', rounding + rest);
  const command = commands.get(callee);
  if (command) add(node, 'boundary', command + rest);
  if (callee === 'Promise.all' && node.arguments[0]) {
    const [list] = node.arguments;
    if (ts.isArrayLiteralExpression(list))
      for (const one of list.elements) if (ts.isCallExpression(one)) add(one, 'call', 'undefined');
  }
  if (!ts.isPropertyAccessExpression(node.expression)) return;
  const { name, expression: on } = node.expression;
  const quantifier = quantifiers.get(name.text);
  if (quantifier) add(node, 'list', `${on.getText()}.${quantifier}${rest}`);
  if (ofLists.has(name.text)) add(node, 'list', on.getText());
  // A refusal that is taken for silence, or no longer is.
  if (name.text === 'catch') add(node, 'refusal', on.getText());
};

const isEntry = (node: ts.Expression): boolean => {
  if (ts.isIdentifier(node)) return node.text === 'entry';
  if (!ts.isObjectLiteralExpression(node)) return false;
  const names = node.properties.map(({ name }) => name?.getText());
  return names.includes('by') && names.includes('resource');
};

/** The entry that a change is given for the audit log. */
const auditRows = (node: ts.Node, add: Add) => {
  if (!ts.isCallExpression(node)) return;
  const last = node.arguments.at(-1);
  if (last && node.arguments.length > 1 && isEntry(last)) add(last, 'audit row', 'undefined');
};

const statements = (node: ts.Node, add: Add) => {
  if (ts.isThrowStatement(node)) {
    const isGuarded =
      ts.isIfStatement(node.parent) || node.parent.parent.kind === ts.SyntaxKind.IfStatement;
    if (!isGuarded) add(node, 'refusal', '');
  }
  if (!ts.isExpressionStatement(node)) return;
  let { expression } = node;
  while (ts.isAwaitExpression(expression) || ts.isVoidExpression(expression))
    expression = expression.expression;
  const isAssignment =
    ts.isBinaryExpression(expression) &&
    expression.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  const isCall =
    ts.isCallExpression(expression) && expression.expression.kind !== ts.SyntaxKind.SuperKeyword;
  if (isCall || isAssignment) add(node, 'call', '');
};

const properties = (node: ts.Node, add: Add) => {
  if (!ts.isObjectLiteralExpression(node)) return;
  for (const one of node.properties)
    if (!ts.isAccessor(one) && !ts.isMethodDeclaration(one)) add(one, 'property', '');
};

export const rulesWith = (siblingOf: (value: string) => string | undefined) => {
  const all = [
    conditions,
    binary,
    unary,
    literals(siblingOf),
    fields,
    calls,
    auditRows,
    statements,
    properties,
  ];
  return (node: ts.Node, add: Add) => {
    for (const rule of all) rule(node, add);
  };
};

/** Not part of what is decided: types, and what other files are called. */
export const isDeclaration = (node: ts.Node): boolean =>
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isHeritageClause(node);

const LOGGING = /^(report|console\.\w+)$/;

/** What nobody could notice of the outcome. */
export const leftOutOf = (node: ts.Node): LeftOut | undefined => {
  if (ts.isCallExpression(node) && LOGGING.test(node.expression.getText()))
    return 'in what is logged';
  const isChoice =
    ts.isPropertyAssignment(node) &&
    node.name.getText() === 'fields' &&
    ts.isArrayLiteralExpression(node.initializer) &&
    ts.isCallExpression(node.parent.parent);
  // The types refuse to use what is not read.
  return isChoice ? 'in the choice of the fields that are read' : undefined;
};
