import { carrierNamed, isExpressNo, normaliseExpressNo } from '#contract/carriers.ts';
import { parseTable } from '../../../kit/import/parseTable.ts';

/** A parcel as typed or pasted; not validated here. */
export interface ShippingRow {
  printNo: string;
  expressCompany: string;
  expressNo: string;
}

type Column = keyof ShippingRow;

const headings: Record<Column, RegExp> = {
  printNo: /冲印|订单|单据/,
  expressCompany: /公司|承运|物流商|快递商|carrier/i,
  expressNo: /快递单|运单|物流单|快递号|物流号|tracking/i,
};
const inOrder: Column[] = ['printNo', 'expressCompany', 'expressNo'];

/** What was typed by hand, or comes from elsewhere than the lines above, is separated by something else. */
const OTHER_SEPARATORS = /[\t,，;；\s]+/;

/** `="SF123"` keeps long numbers whole in a sheet; an apostrophe does the same. */
const bare = (cell: string) =>
  cell
    .trim()
    .replace(/^="?|"$/g, '')
    .replace(/^'/, '')
    .trim();

const isCarrier = (cell: string) => carrierNamed(cell) !== null;

/** The meaning of each cell without a heading: the carrier by its name, the order before the parcel. */
const guess = (cells: string[]): ShippingRow => {
  const [first = '', second = '', ...rest] = cells.filter(cell => cell !== '');
  if (rest.length === 0) return { printNo: first, expressCompany: '', expressNo: second };
  const three = [first, second, rest[0] ?? ''];
  const carrierAt = three.findIndex(isCarrier);
  if (carrierAt < 0 && isExpressNo(normaliseExpressNo(second)) && !isExpressNo(three[2] ?? ''))
    return { printNo: first, expressNo: second, expressCompany: three[2] ?? '' };
  const at = carrierAt < 0 ? 1 : carrierAt;
  const [printNo = '', expressNo = ''] = three.filter((_cell, place) => place !== at);
  return { printNo, expressCompany: three[at] ?? '', expressNo };
};

const columnsOf = (cells: string[]): Partial<Record<Column, number>> | null => {
  if (cells.some(cell => /\d{4}/.test(cell))) return null;
  const found: Partial<Record<Column, number>> = {};
  for (const column of ['expressCompany', 'expressNo', 'printNo'] as const) {
    const at = cells.findIndex(
      (cell, place) => headings[column].test(cell) && !Object.values(found).includes(place),
    );
    if (at >= 0) found[column] = at;
  }
  return found.printNo !== undefined && found.expressNo !== undefined ? found : null;
};

/** The rows of a pasted sheet, a CSV or a list typed by hand; a heading, if there is one, says which column is what. */
export const parseShipping = (pasted: string): ShippingRow[] => {
  const rows = parseTable(pasted).map(({ cells }) =>
    (cells.length === 1 ? (cells[0] as string).split(OTHER_SEPARATORS) : cells).map(bare),
  );
  const columns = columnsOf(rows[0] ?? []);
  if (!columns) {
    const isHeading =
      rows[0]?.every(cell => !/\d/.test(cell)) &&
      Object.values(headings).some(words => rows[0]?.some(cell => words.test(cell)));
    return rows.slice(isHeading ? 1 : 0).map(guess);
  }
  return rows.slice(1).map(cells => {
    const cellAt = (column: Column) => {
      const at = columns[column];
      return at === undefined ? '' : (cells[at] ?? '');
    };
    return Object.fromEntries(
      inOrder.map(column => [column, cellAt(column)]),
    ) as unknown as ShippingRow;
  });
};
