import { dayOf } from '#contract/shanghai.ts';
import { _ } from '../base/cloud.ts';
import { inTransaction, type Transaction } from '../base/transaction.ts';
import {
  type Counter,
  type CounterKind,
  counters,
  keptFigures,
  livePart,
  monthPart,
  plus,
  sumKept,
  totalPart,
} from './counters.ts';

/** Events just before midnight are counted just after it. */
const QUIET_MS = 600_000;
const PAGE = 100;

/**
 * Moves one shard's figures to its month and the total, in one transaction. Skips shards of days still being counted.
 */
const fold = async (shard: Counter, kind: CounterKind): Promise<void> => {
  const { _id, day = '' } = shard;
  const store = async (
    transaction: Transaction,
    before: Counter | null,
    after: Partial<Counter>,
    part: string,
  ) =>
    before
      ? transaction.change('counters', before, after)
      : transaction.insert('counters', { _id: part, part, ...after });

  const rev = await inTransaction(async transaction => {
    const current = await transaction.get<Counter>('counters', _id);
    if (!current) return null;
    const figures = current.figures ?? {};
    const month = monthPart(kind, day);
    const folded = await transaction.get<Counter>('counters', month);
    const sums = sumKept([folded?.days?.[day] ?? {}, figures]);
    const days = { ...folded?.days, [day]: keptFigures(kind, sums) };
    const names = { ...folded?.names, ...current.names };
    await store(transaction, folded, { days, names }, month);
    if (kind === 'figures') {
      const part = totalPart(kind);
      const total = await transaction.get<Counter>('counters', part);
      await store(transaction, total, { figures: plus({ ...total?.figures }, figures) }, part);
    }
    return (await transaction.change('counters', current, { figures: {} })).rev;
  });
  // If it was counted in meanwhile, it is folded another time.
  if (rev !== null) await counters.remove(_id, { rev });
};

/** Folds the days that have ended. @returns the number of shards */
export const foldDays = async (now: number, until: number): Promise<number> => {
  let done = 0;
  for (const kind of ['figures', 'templates'] as const) {
    for (;;) {
      const over = { day: _.lt(dayOf(now)), updateTime: _.lt(now - QUIET_MS) };
      const shards = await counters.find({ part: livePart(kind), ...over }, { limit: PAGE });
      for (const shard of shards) {
        if (Date.now() >= until) return done;
        await fold(shard, kind);
        done += 1;
      }
      if (shards.length < PAGE) break;
    }
  }
  return done;
};
