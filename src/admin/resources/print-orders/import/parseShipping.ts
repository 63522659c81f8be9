import { carrierNamed, isExpressNo, normaliseExpressNo } from '#contract/carriers.ts';

/** A parcel as it was typed or pasted; nothing is judged here. */
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

/** Reads `"a ""b"" c",d` as sheets write it; a quoted cell may hold the separator and line breaks. */
const cellsOf = (text: string, separator: string): string[][] => {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    rows.at(-1)?.push(cell.trim());
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
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
    else if (character === '\n') {
      endCell();
      rows.push([]);
    } else cell += character;
  }
  endCell();
  return rows;
};

/** What a sheet separates its cells by; a line typed by hand has blanks. */
const separatorOf = (text: string): string | null =>
  ['\t', ',', '，', ';', '；'].find(separator => text.includes(separator)) ?? null;

/** `="SF123"` keeps long numbers whole in a sheet; an apostrophe does the same. */
const bare = (cell: string) =>
  cell
    .replace(/^="?|"$/g, '')
    .replace(/^'/, '')
    .trim();

const isCarrier = (cell: string) => carrierNamed(cell) !== null;

/** Which cell is what, where no heading says so: the carrier by its name, the order before the parcel. */
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
  const text = pasted.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const separator = separatorOf(text);
  const rows = (
    separator === null
      ? text.split('\n').map(line => line.trim().split(/\s+/))
      : cellsOf(text, separator)
  )
    .map(cells => cells.map(bare))
    .filter(cells => cells.some(cell => cell !== ''));
  const columns = columnsOf(rows[0] ?? []);
  if (!columns) {
    const isHeading = rows[0]?.every(cell => !/\d/.test(cell)) ?? false;
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
