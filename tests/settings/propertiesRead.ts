import ts from 'typescript';

/** The names of all properties that a file reads: `x.name`, `x['name']`, and `{ name }` taken out of something. */
export const propertiesRead = (text: string, file: string): Set<string> => {
  const names = new Set<string>();
  const look = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) names.add(node.name.text);
    if (ts.isElementAccessExpression(node) && ts.isStringLiteral(node.argumentExpression))
      names.add(node.argumentExpression.text);
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const from = node.propertyName ?? node.name;
      if (ts.isIdentifier(from)) names.add(from.text);
    }
    node.forEachChild(look);
  };
  look(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return names;
};
