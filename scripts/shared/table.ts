/** Rows as lines of text, each column as wide as its widest cell. The last one may hold any characters. */
export const asTable = (rows: string[][]): string => {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map(row => row[at]!.length)));
  return rows
    .map(row =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
