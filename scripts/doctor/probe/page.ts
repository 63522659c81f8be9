import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../shared/built.js';

const FILE = 'docs/first-deployment.md';

/** A row of the page of open questions. */
export interface Row {
  number: number;
  question: string;
  /** `probe` where the command asks by itself, `hand` where a person does. */
  by: string;
  how: string;
  meaning: string;
}

/** `| 1 | question | by | how | meaning |` */
const cellsOf = (line: string): string[] =>
  line
    .slice(1, line.lastIndexOf('|'))
    .split('|')
    .map(cell => cell.trim());

const rowOf = (line: string): Row | undefined => {
  if (!/^\| \d+ /.test(line)) return undefined;
  const [number = '', question = '', by = '', how = '', meaning = ''] = cellsOf(line);
  return { number: Number(number), question, by, how, meaning };
};

const readPage = (): string[] => readFileSync(path.join(root, FILE), 'utf8').split('\n');

export const readRows = (): Row[] => readPage().flatMap(line => rowOf(line) ?? []);

/**
 * The tables of the page below their headings, with what was found.
 * @param found by question
 */
export const filledIn = (found: ReadonlyMap<string, string>): string =>
  readPage()
    .flatMap(line => {
      if (line.startsWith('## '))
        return [
          '',
          line,
          '',
          '|  | Ask | Found | What an answer means |',
          '| --- | --- | --- | --- |',
        ];
      const row = rowOf(line);
      if (!row) return [];
      const { number, question, how, meaning } = row;
      const answer = found.get(question) ?? `by hand: ${how}`;
      return [`| ${number} | ${question} | ${cell(answer)} | ${meaning} |`];
    })
    .join('\n');

/** What the platform says may have lines and bars of its own. */
const cell = (text: string) => text.replace(/\s+/g, ' ').replaceAll('|', '/');
