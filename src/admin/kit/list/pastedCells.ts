import { plainId } from '#contract/pasted.ts';
import { parseTable } from '../import/parseTable.ts';

/** The rows of what is pasted; a comma inside a value that is read whole separates nothing. */
export const pastedRows = (text: string, isValue: (cell: string) => boolean): string[][] => {
  const lines = text.split('\n');
  const isColumn = text.includes('\t') || lines.some(line => line.includes(',') && isValue(line));
  const rows = parseTable(text, isColumn ? ['\t'] : ['\t', ','], { emptyRows: true }).map(
    ({ cells }) => cells,
  );
  // A spreadsheet ends the last row, too.
  return isFilled(rows.at(-1) ?? []) ? rows : rows.slice(0, -1);
};

export interface PasteTarget {
  /** The names of the rows, and the places of the columns, in the order shown. */
  names: readonly string[];
  sources: readonly string[];
  at: { row: number; source: string };
  hasCell: (row: number, source: string) => boolean;
  isValue: (cell: string) => boolean;
}

/** The cells that a block fills, and what of it has no place. */
export interface PastedCells {
  cells: { row: number; source: string; text: string }[];
  /** Names of no row, of several, or for the second time. */
  unmatched: string[];
  rowsLeft: number;
  cellsLeft: number;
}

const isFilled = (row: readonly string[]) => row.some(Boolean);

/** To the right and down from a cell; where the first column holds names of rows, into those. */
export const placeCells = (
  block: readonly string[][],
  { names, sources, at, hasCell, isValue }: PasteTarget,
): PastedCells => {
  const keys = names.map(plainId);
  const heads = block.map(([head = '']) => plainId(head));
  const places = heads.map((head, nth) => {
    const place = keys.indexOf(head);
    const isOnly = place === keys.lastIndexOf(head) && nth === heads.indexOf(head);
    return isOnly ? place : -1;
  });
  const found = places.filter(place => place >= 0).length;
  const isNamed =
    block.some(row => row.length > 1) &&
    (found === block.filter(isFilled).length || (found > 0 && !heads.some(isValue)));
  const columns = sources.slice(sources.indexOf(at.source));
  const result: PastedCells = { cells: [], unmatched: [], rowsLeft: 0, cellsLeft: 0 };
  for (const [nth, whole] of block.entries()) {
    const row = isNamed ? (places[nth] ?? -1) : at.row + nth;
    const values = isNamed ? whole.slice(1) : whole;
    if (row < 0 || row >= names.length) {
      if (!isFilled(whole)) continue;
      if (isNamed) result.unmatched.push(whole[0] || whole.join(' ').trim());
      else result.rowsLeft += 1;
    } else
      for (const [place, text] of values.entries()) {
        const source = columns[place];
        if (source !== undefined && hasCell(row, source)) result.cells.push({ row, source, text });
        else if (text) result.cellsLeft += 1;
      }
  }
  return result;
};
