import { asTable } from '../../scripts/shared/table.ts';
import type { FrontEndRow } from './frontEndPage.ts';
import type { Row } from './rows.ts';

export interface MemoryRow {
  id: 'memory';
  size: number;
  /** Memory of all processes. */
  ours_rest_mb: number;
  ours_load_mb: number;
  /** In load, by process. */
  processes: Record<string, number>;
}

/** How many times a row's time the largest number of orders takes of what the smallest takes. */
interface GrowthRow {
  id: string;
  /** Milliseconds by number of orders. */
  ours_p50_ms: Record<string, number>;
  floor_p50_ms: Record<string, number>;
  growth: number;
  floor_growth: number;
}

export type Result = Row | MemoryRow | FrontEndRow | GrowthRow;

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
  memory: { ours: 450 },
  'orders-scripts-kb': { ours: 450 },
  'orders-requests': { ours: 12 },
  'orders-first-row-cold-ms': { ratio: 1.5 },
  'orders-first-row-warm-ms': { ratio: 1.6 },
  'orders-next-page-ms': { ratio: 1.5 },
  'cold-callback-ms': { ours: 1_500 },
};

const columns = {
  row: '',
  ours: 'ours',
  oursP95: 'p95',
  oursRps: '/s at 8',
  floor: 'floor',
  floorP95: 'p95',
  floorRps: '/s at 8',
  ratio: 'ratio',
  spread: 'of the rounds',
  wanted: 'at most',
  verdict: '',
  more: '',
};
type Line = Partial<typeof columns>;

const three = (number: number) =>
  number >= 100 ? number.toFixed(0) : number >= 10 ? number.toFixed(1) : number.toFixed(2);
const ms = (number: number) => `${three(number)} ms`;
const times = (ratio: number) => `${three(ratio)}x`;
const count = (number: number) =>
  number >= 1_000_000
    ? `${number / 1_000_000}M`
    : number >= 1_000
      ? `${number / 1_000}k`
      : String(number);

type Spread = Pick<FrontEndRow, 'ratio_least' | 'ratio_most'>;
const spreadOf = ({ ratio_least: least, ratio_most: most }: Spread): Line =>
  least === undefined || most === undefined ? {} : { spread: `${times(least)}–${times(most)}` };

const judged = (value: number | undefined, most: number | undefined, format = times): Line =>
  most === undefined || value === undefined
    ? {}
    : { wanted: format(most), verdict: value > most ? 'missed' : '' };

const linesOfRow = (row: Row): Line[] => {
  const { ratio, ratioP95 } = row.size >= JUDGED_FROM ? (wanted[row.id] ?? {}) : {};
  const name = `${row.id} ${count(row.size)}`;
  const lines: Line[] = [
    {
      row: name,
      ours: ms(row.ours_p50_ms),
      oursP95: three(row.ours_p95_ms),
      oursRps: row.ours_rps8.toFixed(0),
      floor: ms(row.floor_p50_ms),
      floorP95: three(row.floor_p95_ms),
      floorRps: row.floor_rps8.toFixed(0),
      ratio: times(row.ratio),
      ...spreadOf(row),
      ...judged(row.ratio, ratio),
    },
  ];
  if (ratioP95 !== undefined)
    lines.push({
      row: `${name}, p95`,
      ratio: times(row.ratio_p95),
      ...judged(row.ratio_p95, ratioP95),
    });
  return lines;
};

const linesOfMemory = (row: MemoryRow): Line[] => [
  { row: `memory ${count(row.size)}, at rest`, ours: `${row.ours_rest_mb} MB` },
  {
    row: `memory ${count(row.size)}, in load`,
    ours: `${row.ours_load_mb} MB`,
    ...judged(row.ours_load_mb, wanted['memory']?.ours, most => `${most} MB`),
    more: Object.entries(row.processes)
      .map(([name, mb]) => `${name} ${mb}`)
      .join(', '),
  },
];

const lineOfGrowth = ({ id, ours_p50_ms, growth, floor_growth }: GrowthRow): Line => {
  const sizes = Object.keys(ours_p50_ms).map(size => count(Number(size)));
  return {
    row: `${id} ${sizes[0]} → ${sizes.at(-1)}`,
    ours: times(growth),
    floor: times(floor_growth),
  };
};

const lineOfFrontEnd = (row: FrontEndRow): Line => {
  const { ratio, ours } = wanted[row.id] ?? {};
  return {
    row: row.id,
    ours: String(row.ours),
    ...(row.floor !== undefined && { floor: String(row.floor) }),
    ...(row.ratio !== undefined && { ratio: times(row.ratio) }),
    ...spreadOf(row),
    ...(ours === undefined ? judged(row.ratio, ratio) : judged(row.ours, ours, String)),
  };
};

const linesOf = (result: Result): Line[] => {
  if ('ours_rps8' in result) return linesOfRow(result);
  if ('processes' in result) return linesOfMemory(result);
  if ('growth' in result) return [lineOfGrowth(result)];
  return [lineOfFrontEnd(result)];
};

/** All results for people, aligned. */
export const tableOf = (results: Result[]): string => {
  const names = Object.keys(columns) as (keyof Line)[];
  const lines: Line[] = [columns, ...results.flatMap(linesOf)];
  const isText = (name: keyof Line) => ['row', 'verdict', 'more'].includes(name);
  const cells = lines.map(line => names.map(name => line[name] ?? ''));
  return asTable(cells, at => !isText(names[at]!));
};

/** Rows first, by kind and then by size; at the end how each grows with the number of orders. */
export const inOrder = (results: Result[]): Result[] => {
  const rows = results.filter((result): result is Row => 'ours_rps8' in result);
  const byKind = [...new Set(rows.map(({ id }) => id))].map(id =>
    rows.filter(row => row.id === id).sort((a, b) => a.size - b.size),
  );
  return [
    ...byKind.flat(),
    ...results.filter(result => !('ours_rps8' in result)),
    ...byKind.flatMap(growthOf),
  ];
};

/** Growth of one kind of row, by size. */
const growthOf = (rows: Row[]): GrowthRow[] => {
  const [first, last] = [rows[0]!, rows.at(-1)!];
  if (first === last) return [];
  const bySize = (of: (row: Row) => number) =>
    Object.fromEntries(rows.map(row => [String(row.size), of(row)]));
  return [
    {
      id: `growth-${first.id}`,
      ours_p50_ms: bySize(row => row.ours_p50_ms),
      floor_p50_ms: bySize(row => row.floor_p50_ms),
      growth: last.ours_p50_ms / first.ours_p50_ms,
      floor_growth: last.floor_p50_ms / first.floor_p50_ms,
    },
  ];
};
