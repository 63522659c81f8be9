import { dayAfter, startOf } from '#contract/shanghai.ts';
import { _ } from '../base/cloud.ts';
import { repository, type Stored } from '../base/repository.ts';
import { rest } from '../base/steps.ts';
import {
  addFigures,
  type CounterKind,
  type Figures,
  plus,
  readCounters,
  sumOf,
} from './counters.ts';
import { type Source, sources } from './facts.ts';

/** Events stored longer ago than this are counted by now, or never will be. */
const SETTLED_MS = 60_000;
const PAGE = 200;

/** Figures of one day from the records: `settled` must be counted by now, `all` may be. */
type Truth = Record<CounterKind, { settled: Figures; all: Figures }>;

/**
 * Reads page by page, ordered by the value that determines the day; records of the last value that were read already are
 * skipped.
 */
const eachOfDay = async (
  { collection, field, fields, states }: Source,
  day: string,
  restUntil: number,
  work: (record: Stored) => void,
): Promise<void> => {
  const records = repository<Stored>(collection);
  const byDay = field === 'day';
  const determining = byDay ? '_id' : field;
  const valueOf = (record: Stored) => (record as unknown as Record<string, unknown>)[determining];
  const asc = (name: string): [string, 'asc'] => [name, 'asc'];
  const sort = byDay ? [asc('_id')] : [field, 'createTime', '_id'].map(asc);
  const ofStates = states && { status: _.in([...states]) };
  const since = (from: unknown) =>
    byDay
      ? { day, _id: _.gte(from) }
      : { ...ofStates, [field]: _.gte(from).and(_.lt(startOf(dayAfter(day)))) };
  let from: unknown = byDay ? '' : startOf(day);
  let known = new Set<string>();
  for (;;) {
    const started = Date.now();
    const page = await records.find(since(from), {
      sort,
      skip: known.size,
      limit: PAGE,
      fields: [field, ...fields],
    });
    for (const record of page) if (!known.has(record._id)) work(record);
    if (page.length < PAGE) return;
    const value = valueOf(page.at(-1)!);
    const same = page.filter(record => valueOf(record) === value).map(({ _id }) => _id);
    known = new Set(value === from ? [...known, ...same] : same);
    from = value;
    await rest(started, restUntil);
  }
};

const truthOf = async (day: string, before: number, restUntil: number): Promise<Truth> => {
  const nothing = () => ({ settled: {}, all: {} });
  const truth: Truth = { figures: nothing(), templates: nothing() };
  for (const at of sources)
    await eachOfDay(at, day, restUntil, record => {
      for (const { kind, figures, recorded } of at.facts(record as never)) {
        plus(truth[kind].all, figures);
        if (recorded < before) plus(truth[kind].settled, figures);
      }
    });
  return truth;
};

/**
 * Compares one day's counters with its records and corrects what is certainly wrong: a figure below the minimum that
 * must have been counted, or above the maximum that can have been. Recent records may be counted or not, so they widen
 * the range; a hidden error is corrected by a later run. The counters are read before the records, so everything
 * counted is stored.
 * @param restUntil until then it rests after each page
 * @returns the corrections by name; empty when both agree
 */
export const rebuildDay = async (day: string, restUntil = 0): Promise<Figures> => {
  const before = Date.now() - SETTLED_MS;
  const counted = await readCounters([day], ['figures', 'templates']);
  const truth = await truthOf(day, before, restUntil);
  const found: Figures = {};
  for (const kind of ['figures', 'templates'] as const) {
    const { settled, all } = truth[kind];
    const sums = sumOf(counted[kind], [day]);
    const wrong: Figures = {};
    for (const name of new Set([...Object.keys(all), ...Object.keys(sums)])) {
      const value = sums[name] ?? 0;
      const most = all[name] ?? 0;
      const right = Math.min(most, Math.max(settled[name] ?? 0, value));
      if (right !== value) wrong[name] = right - value;
    }
    await addFigures(kind, day, wrong);
    Object.assign(found, wrong);
  }
  return found;
};
