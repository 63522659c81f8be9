import ts from 'typescript';

export interface Reads {
  /** Accessed, taken out and used, asked for in a query, or named in a text. */
  reads: ReadonlySet<string>;
  /** Only handed on under the same name. */
  copies: ReadonlySet<string>;
}

/** Calls whose objects ask for records, so that their keys are read. */
const asking =
  /^(find|findPage|count|counts|countAll|countEach|match|where|compareAndSet|both|holds|list\w*)$/;

const nameOf = (called: ts.Node): string =>
  ts.isPropertyAccessExpression(called)
    ? called.name.text
    : ts.isIdentifier(called)
      ? called.text
      : '';
const textOf = (name: ts.Node | undefined): string =>
  name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? name.text : '';

const isCopied = (node: ts.Node, name: string): boolean => {
  for (let at = node.parent; !ts.isFunctionLike(at) && !ts.isStatement(at); at = at.parent)
    if (ts.isPropertyAssignment(at)) return textOf(at.name) === name;
    else if (ts.isSourceFile(at)) return false;
  return false;
};

const isAsked = (node: ts.Node): boolean => {
  for (let at = node.parent; !ts.isStatement(at) && !ts.isSourceFile(at); at = at.parent)
    if (ts.isCallExpression(at)) return asking.test(nameOf(at.expression));
    else if (ts.isVariableDeclaration(at) || ts.isFunctionLike(at))
      return /\bQuery\b/.test(at.type?.getText() ?? '');
  return false;
};

/** `source="name"` of a form's field, which writes what it names. */
const isWritten = ({ parent }: ts.Node): boolean =>
  ts.isJsxAttribute(parent) && /Input$/.test(parent.parent.parent.tagName.getText());

const isSet = (node: ts.Node): boolean =>
  ts.isBinaryExpression(node.parent) &&
  node.parent.left === node &&
  node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;

/**
 * Names of fields that a source reads or hands on. A key reads nothing by itself, as in `pick({ name: true })`, and neither
 * does a type or the declaration of an entity.
 */
export const readsIn = (text: string, file: string): Reads => {
  const reads = new Set<string>();
  const copies = new Set<string>();
  /** What is taken out of objects, by its name in the source. */
  const taken = new Map<string, Set<string>>();
  const used = new Set<string>();
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const look = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node))
      return;
    if (ts.isCallExpression(node) && nameOf(node.expression) === 'entity') return;
    if (ts.isPropertyAccessExpression(node)) {
      const { text: name } = node.name;
      if (!isSet(node)) (isCopied(node, name) ? copies : reads).add(name);
      return look(node.expression);
    }
    if (ts.isBindingElement(node)) {
      const name = textOf(node.propertyName ?? node.name);
      if (!ts.isIdentifier(node.name)) {
        reads.add(name);
        look(node.name);
      } else taken.set(node.name.text, new Set([...(taken.get(node.name.text) ?? []), name]));
      return node.initializer && look(node.initializer);
    }
    if (ts.isPropertyAssignment(node)) {
      if (isAsked(node)) reads.add(textOf(node.name));
      if (ts.isComputedPropertyName(node.name)) look(node.name);
      return look(node.initializer);
    }
    if (ts.isShorthandPropertyAssignment(node)) {
      if (isAsked(node)) reads.add(node.name.text);
      return;
    }
    if (ts.isStringLiteralLike(node)) {
      if (/^[\w. $+-]+$/.test(node.text) && !isWritten(node))
        for (const word of node.text.split(/\W+/)) reads.add(word);
      return;
    }
    if (ts.isIdentifier(node) && !isCopied(node, node.text)) used.add(node.text);
    node.forEachChild(look);
  };
  look(source);
  for (const [local, names] of taken)
    for (const name of names) (used.has(local) ? reads : copies).add(name);
  return { reads, copies };
};
