import type { Stored } from '#cloudfunctions/_shared/base/repository.ts';
import type { RecordMigration } from './migration.ts';

/** What the dashboard keeps of a month, by day. */
interface Month extends Stored {
  part: string;
  /** Objects at first, then text with a name for each figure, `ok_<id>`; of templates now `{ "<id>": [ok, fail, …] }`. */
  days?: Record<string, unknown>;
}

const order = ['ok', 'fail', 'credits', 'coins', 'earned'];

const rowsOf = (figures: object): object => {
  const rows = new Map<string, number[]>();
  for (const [name, amount] of Object.entries(figures)) {
    const [figure, id] = [name.slice(0, name.indexOf('_')), name.slice(name.indexOf('_') + 1)];
    const row = rows.get(id) ?? order.map(() => 0);
    rows.set(id, row);
    row[order.indexOf(figure)] = amount as number;
  }
  return Object.fromEntries(rows);
};

const asNow = (part: string, kept: unknown): unknown => {
  const figures = (typeof kept === 'string' ? JSON.parse(kept) : kept) as object;
  const hasNames = Object.values(figures).some(value => typeof value === 'number');
  const areRows = part.startsWith('templates_');
  if (areRows && hasNames) return JSON.stringify(rowsOf(figures));
  return typeof kept === 'string' ? kept : JSON.stringify(figures);
};

export const migration: RecordMigration<Month> = {
  collection: 'counters',
  fields: ['part', 'days'],
  // A month of thousands of templates is large.
  pageSize: 5,
  change: ({ part, days = {} }) => {
    const kept = Object.entries(days).map(([day, one]) => [day, one, asNow(part, one)] as const);
    if (kept.every(([, before, after]) => before === after)) return null;
    return { days: Object.fromEntries(kept.map(([day, , after]) => [day, after])) };
  },
};
