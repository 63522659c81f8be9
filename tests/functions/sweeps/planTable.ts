import type { Condition, PlannedQuery } from './plans.ts';

/** What `docs/indexes.tsv` says of one list: a line for each thing asked that another index answers. */
export const rowsOf = (title: string, plans: PlannedQuery[]): string[] => {
  const lines = new Map<string, { line: Line; orders: Map<string, boolean> }>();
  for (const plan of plans) {
    const line = lineOf(plan);
    const key = JSON.stringify(line);
    const known = lines.get(key) ?? { line, orders: new Map<string, boolean>() };
    lines.set(key, known);
    if (plan.kind === 'page') known.orders.set(Object.keys(plan.sort)[0] ?? '', plan.sorted);
  }
  const rank = ({ line }: { line: Line }) => (line.asked === EVERYTHING ? '' : line.asked);
  const ordered = [...lines.values()].sort((a, b) =>
    rank(a) < rank(b) ? -1 : Number(rank(a) > rank(b)),
  );
  return ordered.map(({ line, orders }) => {
    const by = (sorted: boolean) =>
      [...orders].flatMap(([order, found]) => (found === sorted ? [order] : [])).join(', ');
    return [title, line.collection, line.asked, line.index, by(true), by(false)].join('\t');
  });
};

const EVERYTHING = 'everything';

interface Line {
  collection: string;
  asked: string;
  index: string;
}

const lineOf = ({ collection, conditions, index }: PlannedQuery): Line => ({
  collection,
  asked: [...new Set(conditions.map(nameOf))].sort().join(', ') || EVERYTHING,
  index: index ?? '(how many there are is known)',
});

const nameOf = ({ field, kind }: Condition) => (kind ? `${field} (${kind})` : field);
