/** Matches a test file that has a test whose title begins so. */
export const testTitled = (title: string): RegExp =>
  new RegExp(
    `(it|\\])(\\.each)?[^'"\`]*\\(\\s*['"\`]${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`,
  );
