/** A row of a table, and its first line in the text, counted from 1. */
export interface TableRow {
  line: number;
  cells: string[];
}

/** What a spreadsheet pastes is separated by tabs, what it saves by commas. */
const separatorOf = (text: string) => (/^[^\n"]*\t/m.test(text) ? '\t' : ',');

/**
 * The rows of pasted cells or of a CSV file (RFC 4180): quotes keep separators, line breaks and doubled quotes.
 * Cells are trimmed; rows without any text are left out.
 */
export const parseTable = (source: string): TableRow[] => {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const separator = separatorOf(text);
  const rows: TableRow[] = [];
  let row: TableRow = { line: 1, cells: [] };
  let cell = '';
  let quoted = false;
  let line = 1;

  const endCell = () => {
    row.cells.push(cell.trim());
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row.cells.some(Boolean)) rows.push(row);
    row = { line, cells: [] };
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    if (character === '\n') line += 1;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"' && cell.trim() === '') {
      cell = '';
      quoted = true;
    } else if (character === separator) endCell();
    else if (character === '\n') endRow();
    else cell += character;
  }
  endRow();
  return rows;
};
