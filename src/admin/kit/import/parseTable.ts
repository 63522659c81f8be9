import { cellText } from '#contract/csv.ts';
import { exportSentences } from '#contract/sentences/exports.ts';

/** A row of a table, and its first line in the text, counted from 1. */
export interface TableRow {
  line: number;
  cells: string[];
}

/** A spreadsheet pastes tabs; it saves tabs, commas, or semicolons where the comma is the decimal point. */
const separators = ['\t', ';', ',', '|'];
const quotedCells = /(^|[\t;,|])[^\S\n\t]*"[^"]*(?:""[^"]*)*"(?=[^\S\n\t]*(?:[\t;,|]|$))/gm;

/**
 * How well a separator divides all lines: the columns of most of them, much less as more of them have others. A comma
 * between digits is a decimal point or part of an amount.
 */
const fitOf = (lines: readonly string[], separator: string): number => {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const width = line.split(separator === ',' ? /(?<!\d),|,(?!\d)/ : separator).length;
    counts.set(width, (counts.get(width) ?? 0) + 1);
  }
  return Math.max(
    ...[...counts].map(([width, times]) => (width - 1) * (times / lines.length) ** 3),
  );
};

const separatorOf = (text: string, offered: readonly string[]): string => {
  // The tab at the end of a cell keeps it text (`csvCell`); who saves commas does not quote it.
  const bare = text.replace(quotedCells, '$1').replace(/\t+(?=[,;|]|$)/gm, '');
  const lines = bare.split('\n').filter(Boolean);
  // Nobody types tabs into a text.
  if (2 * lines.filter(line => line.includes('\t')).length > lines.length) return '\t';
  const [best] = offered
    .map(separator => ({ separator, fit: fitOf(lines, separator) }))
    .sort((a, b) => b.fit - a.fit);
  if (best && best.fit > 0) return best.separator;
  return offered.includes(',') ? ',' : (offered[0] ?? ',');
};

/**
 * The rows of pasted cells or of a CSV file (RFC 4180): quotes keep separators, line breaks and doubled quotes.
 * Cells are trimmed and without what kept them text in a spreadsheet; rows without any text are left out unless their
 * places count. The separator is what divides all rows most evenly.
 */
export const parseTable = (
  source: string,
  offered = separators,
  { emptyRows = false } = {},
): TableRow[] => {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  // The first line may be for Excel: which separator follows.
  const declared = /^sep=(.)(?=\n)/i.exec(text);
  const separator = declared?.[1] ?? separatorOf(text, offered);
  const blank = `[^\\S\\n${separator}]*`;
  const nextCell = new RegExp(
    `${blank}"([^"]*(?:""[^"]*)*)"${blank}(?=[\\n${separator}]|$)|([^\\n${separator}]*)`,
    'y',
  );
  const rows: TableRow[] = [];
  let line = 1;
  let row: TableRow = { line, cells: [] };
  let at = declared ? declared[0].length : 0;
  for (; at <= text.length; at += 1) {
    nextCell.lastIndex = at;
    const [whole = '', quoted, plain = ''] = nextCell.exec(text) ?? [];
    row.cells.push(cellText(quoted?.replaceAll('""', '"') ?? plain));
    line += whole.split('\n').length - 1;
    at += whole.length;
    if (text[at] === separator) continue;
    if (emptyRows || row.cells.some(Boolean)) rows.push(row);
    line += 1;
    row = { line, cells: [] };
  }
  return rows;
};

/** An export of ours says first what it holds; its table begins after an empty line. */
export const withoutHead = (rows: TableRow[]): TableRow[] => {
  if (rows[0]?.cells[0] !== exportSentences.head.label) return rows;
  const start = rows.findIndex((row, at) => row.line > (rows[at - 1]?.line ?? row.line) + 1);
  return rows.slice(Math.max(0, start));
};
