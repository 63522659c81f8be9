/**
 * Rows as lines of text, each column as wide as its widest cell. The last one may hold any characters.
 * @param isRight whether a column's cells stand at its right, as figures do
 */
export const asTable = (
  rows: string[][],
  isRight: (at: number) => boolean = () => false,
): string => {
  const most = Math.max(...rows.map(row => row.length));
  const widths = Array.from({ length: most }, (_, at) =>
    Math.max(...rows.map(row => row[at]?.length ?? 0)),
  );
  return rows
    .map(row =>
      row
        .map((cell, at) => (isRight(at) ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
