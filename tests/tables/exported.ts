import { valueOf } from '#cloudfunctions/_shared/exports/columns.ts';
import { csvFile } from '#contract/csv.ts';
import type { ExportableResource, ExportColumn } from '#contract/exports/columns.ts';
import { exportTable } from '#contract/exportTable.ts';
import { exportSentences } from '#contract/sentences/exports.ts';
import stockExport from '#src/admin/kit/export/stockExport.ts';

/**
 * Texts that a spreadsheet takes for something else, each with what it then shows, and so saves. Microsoft describes
 * them in "Stop automatically changing numbers to dates" and "Keeping leading zeros and large numbers".
 */
export const mistaken: Readonly<Record<string, string>> = {
  '3-4': '3月4日',
  '3/4': '3月4日',
  '1/2': '1月2日',
  '1 1/2': '1 1/2',
  '16:9': '16:09',
  '9:30 PM': '9:30 PM',
  '9 a': '9:00 AM',
  '2026-11-26': '2026/11/26',
  '2026-11-26 10:20:30': '2026/11/26 10:20',
  '2026年3月4日': '2026年3月4日',
  '3月4日': '3月4日',
  '26.11.2026': '2026/11/26',
  MAR1: '1-Mar',
  '1-Mar': '1-Mar',
  SEPT2: '2-Sep',
  'March 1, 2026': '1-Mar-26',
  '50%': '50%',
  '1.50%': '1.50%',
  '1.10': '1.1',
  '.5': '0.5',
  '5.': '5',
  '1,000': '1,000',
  '¥5.00': '¥5.00',
  '￥1,200': '¥1,200',
  $3: '$3',
  '(5)': '-5',
  '1E5': '1.00E+05',
  '12e5': '1.20E+06',
  '1e-3': '1.00E-03',
  '0086': '86',
  '00': '0',
  '０１２３': '123',
  '１２': '12',
  '123456789012': '1.23457E+11',
  '12345678901234567890': '1.23457E+19',
  '0.123456789012': '0.123456789',
  TRUE: 'TRUE',
  true: 'TRUE',
  False: 'FALSE',
  '#N/A': '#N/A',
};

/** Texts that run, or that look like what protects others. */
const hostile = [
  Object.keys(mistaken),
  ['=1+1', '+86 138', '-5', '-2+3', '@SUM(A1)', '＝1', ' =1', '=HYPERLINK("http://x","y")'],
  ["'", "'tis", "'3-4", "''0086", "'=1", '="x"', '="0086"', '\'="1"', '"quoted"', '5"', 'a"b, c'],
  ['a,b', 'a;b', 'a|b', 'a，b；c', '两\n行', '  x  ', '12345', '9.9', '0', 'sep=;', '导出', '冲印'],
  ['P26112012345678901', 'SF1234567890123', '汉服', '𠮷野家', '👨‍👩‍👧', 'Ünï', 'x'.repeat(300)],
].flat();

/** Values that are numbers, which stay numbers. */
const numbers = [0, 5, -3, 12_345, 99_999_999];

type Cell = string | number;
export interface Exported {
  name: string;
  /** The bytes of the file, as text. */
  text: string;
  rows: Cell[][];
}

const setAt = (record: Record<string, unknown>, path: string, value: unknown) => {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) record[first] = value;
  else setAt((record[first] ??= {}) as Record<string, unknown>, rest.join('.'), value);
};

const valueFor = ({ kind, item, choices }: ExportColumn, row: number): unknown => {
  const text = hostile[row % hostile.length]!;
  switch (kind) {
    case 'number':
    case 'fen':
      return numbers[row % numbers.length];
    case 'time':
      return Date.UTC(2026, row % 12, 1 + (row % 28), row % 24, 20, 30);
    case 'flag':
      return row % 2 === 0;
    case 'list':
      return item ? [{ minQty: 1, unitFen: row }] : [text];
    case 'choice':
      return Object.keys(choices ?? {})[row % Object.keys(choices ?? {}).length] ?? text;
    default:
      return text;
  }
};

/** As the export's timer writes it, with a column of hostile texts wherever there is text. */
const ofResource = ([name, { label, columns }]: [string, ExportableResource]): Exported => {
  const records = hostile.map((_text, row) => {
    const record: Record<string, unknown> = {};
    columns.forEach((column, at) => setAt(record, column.path, valueFor(column, row + at)));
    return record;
  });
  const rows: Cell[][] = [
    [exportSentences.head.label, label],
    [exportSentences.head.filter, '=1+1'],
    [exportSentences.head.rows, records.length],
    [],
    columns.map(column => column.label),
    ...records.map(record => columns.map(column => valueOf(record, column))),
  ];
  return { name: name.replaceAll('/', '-'), text: csvFile(rows), rows };
};

const stock = (): Exported => {
  const rows = hostile.map((text, at) => ({ text, number: numbers[at % numbers.length]!, at }));
  let text = '';
  stockExport(rows, (_error, csv) => (text = csv));
  return {
    name: 'stock',
    text,
    rows: [['text', 'number', 'at'], ...rows.map(row => Object.values(row))],
  };
};

/** Every table of the registry, and what react-admin's own button writes. */
export const exported = (): Exported[] => [
  ...Object.entries<ExportableResource>(exportTable).map(ofResource),
  stock(),
];

/** What must be read back: cells are trimmed, empty rows and the empty ends of rows are nothing. */
export const asRead = (rows: readonly (readonly Cell[])[]): string[][] =>
  rows
    .map(cells => cells.map(cell => String(cell).trim()))
    .map(cells => cells.slice(0, cells.findLastIndex(Boolean) + 1))
    .filter(cells => cells.length > 0);
