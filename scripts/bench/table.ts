import type { FrontEndRow } from './frontEndPage.ts';
import type { JobRow } from './jobs/job.ts';
import type { Row } from './rows.ts';
import type { StartRow } from './secondStart.ts';

export interface MemoryRow {
  id: 'memory';
  size: number;
  /** Of all processes. */
  ours_rest_mb: number;
  ours_load_mb: number;
  /** In load, by process. */
  processes: Record<string, number>;
}

/** How many times a row's time the largest number of orders takes of what the smallest takes. */
export interface GrowthRow {
  id: string;
  /** Milliseconds by number of orders. */
  ours_p50_ms: Record<string, number>;
  floor_p50_ms: Record<string, number>;
  growth: number;
  floor_growth: number;
}

export type Result = Row | MemoryRow | FrontEndRow | StartRow | JobRow | GrowthRow;

/** With fewer orders the floor has next to nothing to do. */
const JUDGED_FROM = 200_000;

/** At most: a multiple of the floor's median or 95th percentile, or a figure of its own. */
const wanted: Record<string, { ratio?: number; ratioP95?: number; ours?: number }> = {
  list: { ratio: 10 },
  filter: { ratio: 10 },
  deep: { ratio: 4 },
  search: { ratio: 6, ratioP95: 20 },
  read: { ratio: 10 },
  change: { ratio: 10 },
  dashboard: { ratio: 0.6 },
  'orders-scripts-kb': { ours: 450 },
  'orders-requests': { ours: 12 },
  'orders-first-row-cold-ms': { ratio: 1.5 },
  'orders-first-row-warm-ms': { ratio: 1.6 },
  'orders-next-page-ms': { ratio: 1.5 },
  'second-start': { ours: 1_000 },
  memory: { ours: 450 },
};

const whole = (number: number) => number.toFixed(0);
const three = (number: number) =>
  number >= 100 ? number.toFixed(0) : number >= 10 ? number.toFixed(1) : number.toFixed(2);
const times = (ratio: number) => `${three(ratio)}x`;
const spread = (least: number, most: number) => `${times(least)}–${times(most)}`;
const count = (number: number) =>
  number >= 1_000_000
    ? `${number / 1_000_000}M`
    : number >= 1_000
      ? `${number / 1_000}k`
      : String(number);

interface Line {
  row: string;
  ours: string;
  floor?: string;
  ratio?: string;
  /** Of the rounds. */
  spread?: string;
  wanted?: string;
  /** `missed` where it is not as wanted. */
  note?: string;
  peers?: string;
}

const judged = (value: number | undefined, most: number | undefined, tell = times) =>
  most === undefined || value === undefined
    ? {}
    : { wanted: tell(most), ...(value > most && { note: 'missed' }) };

const served = (name: string, p50: number, p95: number, rps8: number) =>
  `${name}${three(p50)} ms, p95 ${three(p95)}, ${whole(rps8)}/s`;

const linesOfRow = (row: Row): Line[] => {
  const { ratio, ratioP95 } = row.size >= JUDGED_FROM ? (wanted[row.id] ?? {}) : {};
  const of = `${row.id} ${count(row.size)}`;
  const peers = Object.entries(row.peers ?? {}).map(([name, { p50_ms, p95_ms, rps8 }]) =>
    served(`${name} `, p50_ms, p95_ms, rps8),
  );
  const line: Line = {
    row: of,
    ours: served('', row.ours_p50_ms, row.ours_p95_ms, row.ours_rps8),
    floor: served('', row.floor_p50_ms, row.floor_p95_ms, row.floor_rps8),
    ratio: times(row.ratio),
    spread: spread(row.ratio_least, row.ratio_most),
    ...judged(row.ratio, ratio),
    ...(peers.length > 0 && { peers: peers.join('; ') }),
  };
  if (ratioP95 === undefined) return [line];
  const p95: Line = {
    row: `${of}, p95`,
    ours: `${three(row.ours_p95_ms)} ms`,
    floor: `${three(row.floor_p95_ms)} ms`,
    ratio: times(row.ratio_p95),
    ...judged(row.ratio_p95, ratioP95),
  };
  return [line, p95];
};

const linesOf = (result: Result): Line[] => {
  if ('ours_rps8' in result) return linesOfRow(result);
  if ('growth' in result) {
    const sizes = Object.entries(result.ours_p50_ms);
    const [first, last] = [sizes[0]![0], sizes.at(-1)![0]].map(size => count(Number(size)));
    return [
      {
        row: `${result.id}: ${first} → ${last}`,
        ours: times(result.growth),
        floor: times(result.floor_growth),
      },
    ];
  }
  if ('processes' in result) {
    const { ours_rest_mb, ours_load_mb, processes, size } = result;
    const each = Object.entries(processes).map(([name, mb]) => `${name} ${mb}`);
    return [
      { row: `memory ${count(size)}, at rest`, ours: `${ours_rest_mb} MB` },
      {
        row: `memory ${count(size)}, in load`,
        ours: `${ours_load_mb} MB (${each.join(', ')})`,
        ...judged(ours_load_mb, wanted['memory']?.ours, most => `${most} MB`),
      },
    ];
  }
  if ('items' in result)
    return [
      {
        row: `${result.id}, ${result.items}`,
        ours: `${three(result.ours_s)} s, ${three(result.ours_per_item_ms)} ms each, ${three(result.overhead_per_item_ms)} beside the floor`,
        floor: `${three(result.floor_s)} s`,
        ratio: times(result.ratio),
      },
    ];
  if ('ours_ms' in result)
    return [
      {
        row: result.id,
        ours: `${whole(result.ours_ms)} ms`,
        floor: `${whole(result.floor_ms)} ms`,
        ratio: times(result.ratio),
        spread: spread(result.ratio_least, result.ratio_most),
        ...judged(result.ours_ms, wanted[result.id]?.ours, most => `${most} ms`),
      },
    ];
  const { ratio, ours } = wanted[result.id] ?? {};
  return [
    {
      row: result.id,
      ours: String(result.ours),
      ...(result.floor !== undefined && { floor: String(result.floor) }),
      ...(result.ratio !== undefined && { ratio: times(result.ratio) }),
      ...(result.ratio_least !== undefined &&
        result.ratio_most !== undefined && {
          spread: spread(result.ratio_least, result.ratio_most),
        }),
      ...(ours === undefined ? judged(result.ratio, ratio) : judged(result.ours, ours, String)),
    },
  ];
};

const HEAD: Required<Omit<Line, 'peers'>> & Line = {
  row: '',
  ours: 'ours',
  floor: 'floor',
  ratio: 'ratio',
  spread: 'of the rounds',
  wanted: 'at most',
  note: '',
};

/** All results for people, aligned. */
export const tableOf = (results: Result[]): string => {
  const lines = [HEAD, ...results.flatMap(linesOf)];
  const columns = ['row', 'ours', 'floor', 'ratio', 'spread', 'wanted', 'note', 'peers'] as const;
  const widths = columns.map(column =>
    Math.max(...lines.map(({ [column]: cell = '' }) => cell.length)),
  );
  return lines
    .map(line =>
      columns
        .map((column, at) => (line[column] ?? '').padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** Of each kind of work that was measured at several sizes. */
export const growthOf = (rows: Row[]): GrowthRow[] =>
  [...new Set(rows.map(({ id }) => id))].flatMap(id => {
    const its = rows.filter(row => row.id === id).sort((a, b) => a.size - b.size);
    const [first, last] = [its[0]!, its.at(-1)!];
    if (first === last) return [];
    const bySize = (of: (row: Row) => number) =>
      Object.fromEntries(its.map(row => [String(row.size), of(row)]));
    return [
      {
        id: `growth-${id}`,
        ours_p50_ms: bySize(row => row.ours_p50_ms),
        floor_p50_ms: bySize(row => row.floor_p50_ms),
        growth: last.ours_p50_ms / first.ours_p50_ms,
        floor_growth: last.floor_p50_ms / first.floor_p50_ms,
      },
    ];
  });
