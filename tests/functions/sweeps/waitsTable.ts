import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Cost } from '../world/waits.ts';

export const waitsFile = path.join(import.meta.dirname, '../../../docs/waits.tsv');

/**
 * Costs of each action with its example: database round trips (requests made at the same time count once); the entries
 * of indexes and the records that the database walks, also those that it only counts; the records that it answers and
 * their bytes; the bytes of the answer.
 */
const columns = ['waits', 'requests', 'walked', 'records', 'bytes', 'answer'] as const;
type Row = Pick<Cost, (typeof columns)[number]>;
export type Costs = ReadonlyMap<string, Row>;

export const parseCosts = (text: string): Costs =>
  new Map(
    text
      .trim()
      .split('\n')
      .slice(1)
      .map(line => {
        const [title = '', ...cells] = line.split('\t');
        const cost = Object.fromEntries(columns.map((name, at) => [name, Number(cells[at])]));
        return [title, cost as unknown as Cost];
      }),
  );

export const readCosts = (): Costs => parseCosts(readFileSync(waitsFile, 'utf8'));

export const textOfCosts = (costs: Costs): string => {
  const rows = [...costs].map(([title, cost]) => [title, ...columns.map(name => cost[name])]);
  return [['Action', ...columns], ...rows].map(cells => `${cells.join('\t')}\n`).join('');
};

/** The day that it compares has as many orders as the time of the test happens to put there. */
const byTheDay = 'adminReconciliation.runDay';

/** Where `cost` is higher than it may be. Bytes differ with the length of numbers and texts. */
export const higher = (before: Costs, title: string, cost: Row): string[] => {
  const was = before.get(title);
  if (!was) return [];
  return (['waits', 'requests', 'walked'] as const)
    .filter(name => cost[name] > was[name] && !(title === byTheDay && name === 'walked'))
    .map(name => `${title}: ${name} ${was[name]} → ${cost[name]}`);
};

/** Why `after` may not be written: an action of `before` costs more, and is not among those allowed to. */
export const raised = (before: Costs, after: Costs, allowed: readonly string[]): string[] =>
  [...after].flatMap(([title, cost]) =>
    allowed.includes(title) ? [] : higher(before, title, cost),
  );
