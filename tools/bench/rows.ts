import { median, quantile } from '../../scripts/shared/quantile.ts';
import { atOnce, closeIdle, oneByOne, type Work } from './load.ts';
import { DEEP } from './questions.ts';

/** What one target did: medians of the rounds. */
interface Times {
  p50_ms: number;
  p95_ms: number;
  /** How often a second with eight clients. */
  rps8: number;
}

/** One line of the table: the product, and the floor in the same run. */
export interface Row {
  id: string;
  /** Orders stored. */
  size: number;
  ours_p50_ms: number;
  ours_p95_ms: number;
  ours_rps8: number;
  floor_p50_ms: number;
  floor_p95_ms: number;
  floor_rps8: number;
  /** Of the medians; the least and the most of a round. */
  ratio: number;
  ratio_least: number;
  ratio_most: number;
  ratio_p95: number;
}

export interface MeasureOptions {
  /** The kinds of work of each, which are the same. */
  targets: Record<'ours' | 'floor', Record<string, Work>>;
  size: number;
  rounds: number;
  /** Milliseconds of each measurement. */
  forMs: number;
  only?: string[];
  log: (line: string) => void;
}

const measureRound = async (work: Work, forMs: number): Promise<Times> => {
  closeIdle();
  const times = await oneByOne(work, forMs);
  return {
    p50_ms: median(times),
    p95_ms: quantile(times, 0.95),
    rps8: await atOnce(work, forMs),
  };
};

const middleOf = (rounds: Times[]): Times => ({
  p50_ms: median(rounds.map(({ p50_ms }) => p50_ms)),
  p95_ms: median(rounds.map(({ p95_ms }) => p95_ms)),
  rps8: median(rounds.map(({ rps8 }) => rps8)),
});

/** Both in turn, each round beginning with the other one. */
export const measureRows = async (options: MeasureOptions): Promise<Row[]> => {
  const { targets, size, rounds, forMs, only, log } = options;
  const rows: Row[] = [];
  const wanted = Object.keys(targets.ours).filter(
    id => (only?.includes(id) ?? true) && (id !== 'deep' || size > DEEP),
  );
  // All of it before the first is measured: what they share would become quicker from row to row.
  for (const id of wanted)
    for (const work of [targets.ours[id]!, targets.floor[id]!]) {
      closeIdle();
      await oneByOne(work, forMs);
    }
  for (const id of wanted) {
    const ours = { work: targets.ours[id]!, times: [] as Times[] };
    const floor = { work: targets.floor[id]!, times: [] as Times[] };
    for (let round = 0; round < rounds; round += 1)
      for (const { work, times } of round % 2 === 0 ? [ours, floor] : [floor, ours])
        times.push(await measureRound(work, forMs));
    const row = rowOf(id, size, ours.times, floor.times);
    rows.push(row);
    log(describeRow(row));
  }
  return rows;
};

const rowOf = (id: string, size: number, its: Times[], beside: Times[]): Row => {
  const [ours, floor] = [middleOf(its), middleOf(beside)];
  const ratios = its.map(({ p50_ms }, round) => p50_ms / beside[round]!.p50_ms);
  return {
    id,
    size,
    ours_p50_ms: ours.p50_ms,
    ours_p95_ms: ours.p95_ms,
    ours_rps8: ours.rps8,
    floor_p50_ms: floor.p50_ms,
    floor_p95_ms: floor.p95_ms,
    floor_rps8: floor.rps8,
    ratio: ours.p50_ms / floor.p50_ms,
    ratio_least: Math.min(...ratios),
    ratio_most: Math.max(...ratios),
    ratio_p95: ours.p95_ms / floor.p95_ms,
  };
};

const describe = (name: string, { p50_ms, p95_ms, rps8 }: Times) =>
  `${name} ${p50_ms.toFixed(2)} ms (p95 ${p95_ms.toFixed(1)}, ${rps8.toFixed(0)}/s)`;

const describeRow = ({ id, ratio, ...row }: Row) => {
  const ours = { p50_ms: row.ours_p50_ms, p95_ms: row.ours_p95_ms, rps8: row.ours_rps8 };
  const floor = { p50_ms: row.floor_p50_ms, p95_ms: row.floor_p95_ms, rps8: row.floor_rps8 };
  const parts = Object.entries({ ours, floor }).map(([name, its]) => describe(name, its));
  return [id.padEnd(10), ...parts, `${ratio.toFixed(1)}x`].join('  ');
};
