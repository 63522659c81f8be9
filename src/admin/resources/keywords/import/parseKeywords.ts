import { enabledStatuses } from '#contract/enabledStatuses.ts';
import { keywordRow, keywordTypes } from '#contract/keyword.ts';
import { normalForm } from '#contract/normalForm.ts';
import { plainText } from '#contract/pasted.ts';
import { parseTable, type TableRow, withoutHead } from '../../../kit/import/parseTable.ts';

export interface KeywordLine {
  /** In the text, from 1. */
  line: number;
  word: string;
  /** What a batch would carry. */
  fields: Record<string, unknown>;
  norm: string;
  /** Why it cannot be stored. */
  problem?: { field: string; sentence: string };
  /** The first line with this word. */
  duplicateOf?: number;
}

export const keywordColumns = ['word', 'type', 'aliases', 'weight', 'status'] as const;
export type KeywordColumn = (typeof keywordColumns)[number];

/** What a heading may call each column, in small letters. */
export type Headings = Record<KeywordColumn, readonly string[]>;

/** Between words on one line, and between the other names of a word. */
const BETWEEN = /[、，；;|]/;

const idOf = (choices: Record<string, { label: string }>, text: string) =>
  Object.entries(choices).find(([id, { label }]) => id === text || label === text)?.[0] ?? text;

const readers: Record<KeywordColumn, (text: string) => unknown> = {
  word: text => text,
  type: text => idOf(keywordTypes, plainText(text)),
  aliases: text =>
    text
      .split(new RegExp(`${BETWEEN.source}|,`))
      .map(alias => alias.trim())
      .filter(Boolean),
  weight: text => (/^-?\d+$/.test(plainText(text)) ? Number(plainText(text)) : text),
  // People may write the action instead of the state.
  status: text => idOf(enabledStatuses, plainText(text).replace(/^[启停]用$/, '已$&')),
};

/** The columns that the first row names; none if it is a row like the others. */
const columnsOf = (
  { cells }: TableRow,
  headings: Headings,
): (KeywordColumn | undefined)[] | undefined => {
  const columns = cells.map(cell =>
    keywordColumns.find(column => headings[column].includes(plainText(cell).toLowerCase())),
  );
  return columns.includes('word') ? columns : undefined;
};

const read = (line: number, cells: string[], columns: readonly (KeywordColumn | undefined)[]) => {
  const fields: Record<string, unknown> = {};
  columns.forEach((column, at) => {
    const text = cells[at] ?? '';
    if (column && text !== '') fields[column] = readers[column](text);
  });
  const word = String(fields['word'] ?? '');
  const { error } = keywordRow.safeParse(fields);
  const issue = error?.issues[0];
  return {
    line,
    word,
    fields,
    norm: normalForm(word),
    ...(issue && { problem: { field: String(issue.path[0] ?? ''), sentence: issue.message } }),
  };
};

/**
 * The keywords of a text: one per line, several on a line separated by 、 or ；, or a table whose first row names its
 * columns. A table without such a row has them in the order of `keywordColumns`.
 */
export const parseKeywords = (text: string, headings: Headings): KeywordLine[] => {
  const table = withoutHead(parseTable(text));
  const named = table[0] && columnsOf(table[0], headings);
  // Without columns a semicolon is between words.
  const rows = named ? table : parseTable(text, ['\t', ',']);
  const columns = named ?? keywordColumns;
  const lines = rows.slice(named ? 1 : 0).flatMap(({ line, cells }): KeywordLine[] => {
    const words = (cells[0] ?? '').split(BETWEEN).filter(word => word.trim() !== '');
    const isPlain = !named && cells.slice(1).every(cell => cell === '');
    return isPlain && words.length > 1
      ? words.map(word => read(line, [word.trim()], columns))
      : [read(line, cells, columns)];
  });
  const first = new Map<string, number>();
  for (const keyword of lines) {
    if (keyword.problem) continue;
    const earlier = first.get(keyword.norm);
    if (earlier === undefined) first.set(keyword.norm, keyword.line);
    else keyword.duplicateOf = earlier;
  }
  return lines;
};
