import { dayOf } from '#contract/shanghai.ts';
import { _ } from '../base/cloud.ts';
import { report } from '../base/log.ts';
import { repository, type Stored } from '../base/repository.ts';

/**
 * Figures of the dashboard, counted when something happens: one document per day and shard, changed by atomic
 * increments outside all transactions, so that concurrent payments neither conflict nor wait. After the day has ended,
 * `counting/fold.ts` moves its shards into one document per month. A reading is one query of a few documents,
 * independent of the number of orders. If a crash loses a count, `counting/rebuild.ts` corrects the figure later.
 */
export interface Counter extends Stored {
  /** Group that is read together: `figures_live`, `figures_total`, `figures_202611`, and the same of `templates`. */
  part: string;
  /** Day of a shard in Shanghai, `20261120`. */
  day?: string;
  /** Only in shards and in totals. */
  figures?: Figures;
  /** Only in months: figures by day, as `keptFigures` writes them. */
  days?: Record<string, string>;
  /** Only in shards and months of templates: the name of each template at its last use. */
  names?: Record<string, string>;
}

/** Amounts by name; names are those of `figures.ts`, or `ok_<id>` and `fail_<id>` of templates. */
export type Figures = Record<string, number>;
export type CounterKind = 'figures' | 'templates';

const SHARDS = 8;
export const counters = repository<Counter>('counters');

export const monthPart = (kind: CounterKind, day: string) => `${kind}_${day.slice(0, 6)}`;
export const livePart = (kind: CounterKind) => `${kind}_live`;
export const totalPart = (kind: CounterKind) => `${kind}_total`;

/** The figures of one template, in the order in which a month keeps them; others are added at the end. */
const templateFigureOrder = ['ok', 'fail', 'credits', 'coins', 'earned'] as const;

/**
 * The figures of a day as a month keeps them: JSON text, because the SDK reads thousands of numbers slowly. Those of
 * templates are `{ "<id>": [ok, fail, …] }`, a third as long as with a name for each.
 */
export const keptFigures = (kind: CounterKind, figures: Figures): string => {
  if (kind === 'figures') return JSON.stringify(figures);
  const ids = new Set(Object.keys(figures).map(name => name.slice(name.indexOf('_') + 1)));
  const rows = [...ids].map(id => [
    id,
    templateFigureOrder.map(name => figures[`${name}_${id}`] ?? 0),
  ]);
  return JSON.stringify(Object.fromEntries(rows));
};

/** What is stored of a day, and what was counted since then. */
export type Kept = string | Figures;

/** The sums of stored figures, which may be of several days. */
export const sumKept = (parts: Kept[]): Figures => {
  const sums: Figures = {};
  const rows = new Map<string, number[]>();
  for (const part of parts) {
    const read = typeof part === 'string' ? (JSON.parse(part) as Record<string, unknown>) : part;
    for (const [key, value] of Object.entries(read)) {
      if (typeof value === 'number') sums[key] = (sums[key] ?? 0) + value;
      if (!Array.isArray(value)) continue;
      const row = rows.get(key) ?? templateFigureOrder.map(() => 0);
      rows.set(key, row);
      value.forEach((amount: number, at) => (row[at]! += amount));
    }
  }
  for (const [id, row] of rows)
    templateFigureOrder.forEach((name, at) => {
      if (row[at]) plus(sums, { [`${name}_${id}`]: row[at] });
    });
  return sums;
};

/** Adds to one shard of a day. */
export const addFigures = async (
  kind: CounterKind,
  day: string,
  figures: Figures,
  names: Record<string, string> = {},
): Promise<void> => {
  if (Object.keys(figures).length === 0) return;
  const id = `${kind}_${day}_${Math.floor(Math.random() * SHARDS)}`;
  const named = Object.entries(names).map(([key, name]) => [`names.${key}`, name] as const);
  const patch = Object.fromEntries([
    ...Object.entries(figures).map(([name, amount]) => [`figures.${name}`, _.inc(amount)] as const),
    ...named,
  ]);
  if (await counters.compareAndSet(id, {}, patch)) return;
  if (!(await counters.insertUnlessThere({ part: livePart(kind), day, figures, names }, id)))
    await counters.compareAndSet(id, {}, patch);
};

const lost = (figures: Figures) => (error: unknown) =>
  report('not counted', error, Object.keys(figures).join(' '));

/**
 * Counts what has just happened, on its day. Never throws: a lost count is corrected by the rebuild, a failed payment
 * would not be.
 * @param figures names without dots or `$`, e.g. `{ paidOrders: 1, paidFen: 990 }`
 */
export const count = (instant: number, figures: Figures): Promise<void> =>
  addFigures('figures', dayOf(instant), figures).catch(lost(figures));

/** The same for what was done with one template. */
export const countTemplate = (
  instant: number,
  figures: Figures,
  names: Record<string, string>,
): Promise<void> => addFigures('templates', dayOf(instant), figures, names).catch(lost(figures));

/** Adds the second to the first. */
export const plus = (sums: Figures, more: Figures = {}): Figures => {
  for (const [name, amount] of Object.entries(more)) sums[name] = (sums[name] ?? 0) + amount;
  return sums;
};

export interface Reading {
  /** By day, in parts: `sumOf` adds them up. */
  days: Map<string, Kept[]>;
  /** Since the beginning; of `figures` only. */
  total: Figures;
  names: Record<string, string>;
}

/** The figures of these days together. */
export const sumOf = ({ days }: Reading, wanted: string[]): Figures =>
  sumKept(wanted.flatMap(day => days.get(day) ?? []));

/** By day, with others of the same months; days without figures are missing. One query, so that a fold is seen completely or not at all. */
export const readCounters = async (
  days: string[],
  kinds: CounterKind[] = ['figures'],
): Promise<Record<CounterKind, Reading>> => {
  const parts = kinds.flatMap(kind => [
    livePart(kind),
    totalPart(kind),
    ...new Set(days.map(day => monthPart(kind, day))),
  ]);
  const rows = await counters.find({ part: _.in(parts) }, { limit: 1_000 });
  const sums = { figures: emptyReading(), templates: emptyReading() };
  for (const row of rows) {
    const into = sums[row.part.startsWith('figures') ? 'figures' : 'templates'];
    Object.assign(into.names, row.names);
    plus(into.total, row.figures);
    const byDay = row.day ? { [row.day]: row.figures ?? {} } : (row.days ?? {});
    for (const [day, kept] of Object.entries(byDay))
      into.days.set(day, [...(into.days.get(day) ?? []), kept]);
  }
  return sums;
};

const emptyReading = (): Reading => ({ days: new Map(), total: {}, names: {} });

/** Sums by day and, as `total`, since the beginning. Database round trips: 1. */
export const figuresOf = async (days: string[]): Promise<Map<string, Figures>> => {
  const { figures } = await readCounters(days);
  return new Map([
    ...days.map(day => [day, sumOf(figures, [day])] as const),
    ['total', figures.total],
  ]);
};
