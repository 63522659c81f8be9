import { parseTable, withoutHead } from '../../../kit/import/parseTable.ts';
import { readLine, type ShippingRow } from './readLine.ts';

type Column = keyof ShippingRow;

/** What the headings of a column may say, the surest first. */
const headings: Record<Column, RegExp[]> = {
  expressCompany: [/公司|承运|物流商|快递商|carrier/i],
  expressNo: [/快递单|运单|物流单|快递号|物流号|tracking/i],
  printNo: [/冲印/, /订单|单据/],
};

/** A heading may stand below a title or two. */
const MOST_TITLES = 5;
/** What people type between the parts of a line besides the signs of a table. */
const separators = ['\t', ';', ',', '|', '，', '；'];

const columnsOf = (cells: string[]): Partial<Record<Column, number>> | null => {
  if (cells.some(cell => /\d{4}/.test(cell))) return null;
  const found: Partial<Record<Column, number>> = {};
  for (const column of ['expressCompany', 'expressNo', 'printNo'] as const) {
    const free = (words: RegExp) =>
      cells.findIndex((cell, place) => words.test(cell) && !Object.values(found).includes(place));
    const at = headings[column].map(free).find(place => place >= 0);
    if (at !== undefined) found[column] = at;
  }
  return found.printNo !== undefined && found.expressNo !== undefined ? found : null;
};

/** In a column nothing has to be distinguished; an apostrophe keeps a number whole in a sheet. */
const bare = (cell = '') => cell.replace(/^'/, '').trim();

/** The rows of a pasted sheet, a CSV or lines of a chat; a heading, if there is one, says which column is what. */
export const parseShipping = (pasted: string): ShippingRow[] => {
  const rows = withoutHead(parseTable(pasted, separators)).map(({ cells }) => cells);
  const named = rows.slice(0, MOST_TITLES).map(columnsOf).findIndex(Boolean);
  const columns = rows[named] && columnsOf(rows[named]);
  if (columns)
    return rows.slice(named + 1).map(cells => {
      const textOf = (column: Column) => bare(cells[columns[column] ?? -1]);
      return {
        printNo: textOf('printNo'),
        expressCompany: textOf('expressCompany'),
        expressNo: textOf('expressNo'),
      };
    });
  const isHeading =
    rows[0]?.every(cell => !/\d/.test(cell)) &&
    Object.values(headings)
      .flat()
      .some(words => rows[0]?.some(cell => words.test(cell)));
  return rows.slice(isHeading ? 1 : 0).map(readLine);
};
