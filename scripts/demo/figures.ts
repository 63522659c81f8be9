import {
  type Counter,
  type CounterKind,
  type Figures,
  keptFigures,
  monthPart,
  plus,
  totalPart,
} from '#cloudfunctions/_shared/counting/counters.ts';
import { sources } from '#cloudfunctions/_shared/counting/facts.ts';
import { dayOf } from '#contract/shanghai.ts';
import type { Task } from '#contract/task.ts';

type Rows = Record<string, object[]>;
type Month = Omit<Counter, 'days'> & { kind: CounterKind; days: Record<string, Figures> };

/**
 * The counters as the functions would have counted these records, folded into months; records may be added in parts.
 */
export const createFigures = () => {
  const months = new Map<string, Month>();
  const total: Figures = {};
  const monthOf = (kind: CounterKind, day: string): Month => {
    const part = monthPart(kind, day);
    const known = months.get(part);
    if (known) return known;
    const stored = { _id: part, rev: 1, createTime: 0, updateTime: 0, part, days: {}, names: {} };
    const fresh = { kind, ...stored };
    months.set(part, fresh);
    return fresh;
  };

  return {
    add: (collections: Rows) => {
      for (const { collection, field, facts } of sources)
        for (const row of collections[collection] ?? []) {
          const value = (row as Record<string, unknown>)[field];
          const day = typeof value === 'number' ? dayOf(value) : String(value);
          for (const { kind, figures } of facts(row as never)) {
            if (Object.keys(figures).length === 0) continue;
            const { days } = monthOf(kind, day);
            days[day] = plus(days[day] ?? {}, figures);
            if (kind === 'figures') plus(total, figures);
          }
        }
      for (const task of (collections['tasks'] ?? []) as Task[])
        if (task.finishTime !== null)
          Object.assign(monthOf('templates', dayOf(task.createTime)).names ?? {}, {
            [task.templateId]: task.templateSnap.name,
          });
    },

    /** Documents of the collection `counters`. */
    documents: (now: number): Counter[] => {
      const part = totalPart('figures');
      const sum = { _id: part, rev: 1, createTime: now, updateTime: now, part, figures: total };
      return [
        ...[...months.values()].map(({ kind, ...month }) => ({
          ...month,
          days: Object.fromEntries(
            Object.entries(month.days).map(([day, figures]) => [day, keptFigures(kind, figures)]),
          ),
          createTime: now,
          updateTime: now,
        })),
        sum,
      ];
    },
  };
};
