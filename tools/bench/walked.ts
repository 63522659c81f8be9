import { fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { asTable } from '../../scripts/shared/table.ts';
import type { Cost } from '../../tests/functions/world/waits.ts';
import { copyOf } from './data.ts';

/** What a call costs where the database is not in the same process, in milliseconds. */
export interface Prices {
  msPerWait: number;
  /** Entries of indexes, or records. */
  msPer1000: number;
  /** Of the records that the database answers. */
  msPerKb: number;
}

export interface WalkedRow extends Omit<Cost, 'answer'> {
  id: string;
  kind: 'read' | 'write' | 'job';
  /** Orders stored. */
  size: number;
  /** What was answered; of a job 0 where it went well, else 1. */
  code: number;
  ms?: number;
}

/** Rows of the printed table, for each size. */
const SHOWN = 25;

const priceOf = ({ waits, walked, bytes }: WalkedRow, prices: Prices) =>
  waits * prices.msPerWait + (walked / 1_000) * prices.msPer1000 + (bytes / 1_024) * prices.msPerKb;

/** What every action, called with its example, and every job asks of the database. */
export const measureWalked = async (
  seeded: string,
  prices: Prices | undefined,
  only: string[] | undefined,
): Promise<WalkedRow[]> => {
  const dataDir = await copyOf(seeded);
  try {
    const file = path.join(import.meta.dirname, 'walkedCalls.ts');
    const child = fork(file, [dataDir, (only ?? []).join(',')], { execArgv: ['--import', 'tsx'] });
    let rows: WalkedRow[] = [];
    child.once('message', message => (rows = message as WalkedRow[]));
    const code = await new Promise<number | null>(resolve => child.once('close', resolve));
    if (code !== 0) throw new Error(`the calls ended with ${code ?? 'a signal'}`);
    return rows.map(row => (prices ? { ...row, ms: priceOf(row, prices) } : row));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
};

const COLUMNS = [
  'size',
  'id',
  'kind',
  'code',
  'waits',
  'requests',
  'walked',
  'most',
  'mostOf',
  'records',
  'bytes',
  'ms',
] as const;

/** All of them, a line each. */
export const walkedLines = (rows: WalkedRow[]): string =>
  [
    COLUMNS,
    ...rows.map(row => COLUMNS.map(name => (name === 'ms' ? row.ms?.toFixed(0) : row[name]) ?? '')),
  ]
    .map(cells => `${cells.join(',')}\n`)
    .join('');

const weightOf = ({ ms, walked }: WalkedRow) => ms ?? walked;

/** The most expensive ones of each size, and all that were refused. */
export const walkedTable = (rows: WalkedRow[]): string => {
  const lines: string[][] = [];
  for (const size of new Set(rows.map(row => row.size))) {
    const its = rows.filter(row => row.size === size);
    const most = its.toSorted((a, b) => weightOf(b) - weightOf(a)).slice(0, SHOWN);
    const titles = ['waits', 'requests', 'walked', 'most', 'records', 'KB', 'ms', 'most of it in'];
    lines.push([], [`${size} orders`, ...titles]);
    for (const { id, waits, requests, walked, most: one, records, bytes, ms, mostOf } of most) {
      const figures = [waits, requests, walked, one, records, Math.round(bytes / 1_024)];
      lines.push([id, ...figures.map(String), ms === undefined ? '' : ms.toFixed(0), mostOf]);
    }
    const refused = its.filter(({ code }) => code !== 0);
    if (refused.length > 0) lines.push(['Refused, or failed:']);
    lines.push(...refused.map(({ id, code }) => [`  ${id}`, String(code)]));
  }
  const last = Math.max(...lines.map(line => line.length)) - 1;
  return asTable(lines, at => at > 0 && at < last);
};
