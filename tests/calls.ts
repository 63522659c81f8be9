import ts from 'typescript';

export interface Call {
  /** The last name of what is called: `b` of `a.b()`, `import` of `import()`. */
  name: string;
  args: readonly ts.Expression[];
  /** It stands by itself, outside of every function. */
  isAtTop: boolean;
}

const nameOf = (called: ts.Expression): string => {
  if (called.kind === ts.SyntaxKind.ImportKeyword) return 'import';
  if (ts.isParenthesizedExpression(called) || ts.isAsExpression(called))
    return nameOf(called.expression);
  if (ts.isPropertyAccessExpression(called)) return called.name.text;
  return ts.isIdentifier(called) ? called.text : '';
};

/** Every call in a source, as the compiler reads it. */
export const callsIn = (text: string, file: string): Call[] => {
  const calls: Call[] = [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const look = (node: ts.Node): void => {
    if (ts.isCallExpression(node))
      calls.push({
        name: nameOf(node.expression),
        args: node.arguments,
        isAtTop: node.parent.parent === source,
      });
    node.forEachChild(look);
  };
  look(source);
  return calls;
};

/** All texts in an expression: each of those that a condition chooses from. */
export const textsIn = (expression: ts.Node | undefined): string[] => {
  if (!expression || ts.isTypeNode(expression)) return [];
  if (ts.isConditionalExpression(expression))
    return [expression.whenTrue, expression.whenFalse].flatMap(textsIn);
  if (ts.isStringLiteralLike(expression)) return [expression.text];
  const texts: string[] = [];
  expression.forEachChild(child => void texts.push(...textsIn(child)));
  return texts;
};

/** The properties of an object that is written out, by name; none of anything else. */
export const propertiesOf = (expression: ts.Node | undefined): Map<string, ts.Node> =>
  new Map(
    expression && ts.isObjectLiteralExpression(expression)
      ? expression.properties.flatMap(property =>
          property.name && (ts.isIdentifier(property.name) || ts.isStringLiteral(property.name))
            ? [
                [
                  property.name.text,
                  ts.isPropertyAssignment(property) ? property.initializer : property,
                ] as const,
              ]
            : [],
        )
      : [],
  );
