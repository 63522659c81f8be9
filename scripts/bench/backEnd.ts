import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Envelope } from '../../tests/product/product.ts';
import type { Sample } from './data.ts';
import { atOnce, type Call, median, oneByOne, quantile, type Work } from './load.ts';

/** One line of the table: the product, and the floor in the same run. */
export interface Row {
  id: string;
  /** Orders stored. */
  size: number;
  ours_p50_ms: number;
  ours_p95_ms: number;
  /** How often a second with eight clients. */
  ours_rps8: number;
  floor_p50_ms: number;
  floor_p95_ms: number;
  floor_rps8: number;
  /** Of the medians. */
  ratio: number;
}

/** What is searched for: parts of names, and the last digits of a number. */
const SEARCHES = ['柚子', '追光者', '小鹿', 'luna', '海盐芝', '林深'];
const PAGE = 25;
const DEEP = 100_000;
const DAYS = 30;

const next = <T>(values: readonly T[]) => {
  let at = 0;
  return (): T => values[at++ % values.length]!;
};

export const floorWork = (url: string, sample: Sample): Record<string, Work> => {
  const ask = (name: string, query: Record<string, string | number> = {}): Call[] => [
    {
      url: `${url}/${name}?${new URLSearchParams(query as Record<string, string>)}`,
      method: 'GET',
    },
  ];
  const check = (text: string) => {
    if (text === 'null' || text.includes('"list":[]'))
      throw new Error(`the floor answered ${text}`);
  };
  const search = next([...SEARCHES, ...sample.digits]);
  const id = next(sample.orderIds);
  const changed = next(sample.orderIds);
  const revs = new Map<string, number>();
  return {
    list: { next: () => ask('list'), check },
    filter: { next: () => ask('filter', { status: 'completed' }), check },
    deep: { next: () => ask('list', { offset: DEEP }), check },
    search: {
      next: () => {
        const q = search();
        const isNumber = /^\d{4}$/.test(q);
        return ask('search', { gram: isNumber ? q : q.slice(0, 2), text: q });
      },
      check,
    },
    read: { next: () => ask('get', { id: id() }), check },
    change: {
      next: () => {
        const one = changed();
        const rev = revs.get(one);
        revs.delete(one);
        return ask('change', { id: one, remark: `remark ${rev ?? 0}`, ...(rev && { rev }) });
      },
      check: text => {
        check(text);
        const { id: one, rev } = JSON.parse(text) as { id: string; rev: number };
        revs.set(one, rev);
      },
    },
    dashboard: { next: () => ask('dashboard'), check },
  };
};

/** The signed-in administrator's calls, as the browser sends them. */
export const ourWork = (
  url: string,
  { bearer, token }: { bearer: string; token: string },
  sample: Sample,
): Record<string, Work> => {
  const headers = { authorization: `Bearer ${bearer}` };
  const ask = (name: string, action: string, data: object): Call => ({
    url: `${url}/v1/functions/${name}`,
    headers,
    body: { action, data, token },
  });
  const check = (text: string) => {
    const { code, message, data } = JSON.parse(text) as Envelope;
    if (code !== 0) throw new Error(`${code} ${message}`);
    if (Array.isArray(data['list']) && data['list'].length === 0 && 'total' in data)
      throw new Error('nothing was found');
  };
  const orders = (request: object) => [
    ask('adminOrder', 'getOrders', {
      page: 1,
      pageSize: PAGE,
      sort: { field: 'createTime', order: 'desc' },
      ...request,
    }),
  ];
  const search = next([...SEARCHES, ...sample.digits]);
  const id = next(sample.orderIds);
  const user = next(sample.userIds);
  const revs = new Map<string, number>();
  let changes = 0;
  return {
    list: { next: () => orders({}), check },
    filter: {
      next: () => orders({ filter: { status: ['completed'] }, withCounts: true }),
      check,
    },
    deep: { next: () => orders({ page: DEEP / PAGE + 1 }), check },
    search: { next: () => orders({ q: search() }), check },
    read: { next: () => [ask('adminOrder', 'getOrderById', { id: id() })], check },
    change: {
      next: () => {
        const one = user();
        const rev = revs.get(one);
        return [
          ask('adminUser', 'setTags', {
            id: one,
            tags: [`标签${(changes += 1) % 7}`],
            ...(rev !== undefined && { rev }),
          }),
        ];
      },
      check: text => {
        check(text);
        const { _id, rev } = (JSON.parse(text) as { data: { _id: string; rev: number } }).data;
        revs.set(_id, rev);
      },
    },
    dashboard: {
      next: () => [
        ask('adminDashboard', 'getSummary', { days: DAYS }),
        ask('adminDashboard', 'getTemplateStats', { days: DAYS, limit: 10 }),
        ask('adminDashboard', 'getUserStats', { days: DAYS }),
        ask('adminDashboard', 'getOrderStats', { days: DAYS }),
        ask('adminDashboard', 'GET_PRINT_ORDER_STATS', { days: DAYS }),
        ask('adminDashboard', 'getRecentActivity', { limit: 10 }),
      ],
      check,
    },
  };
};

export interface Floor {
  url: string;
  process: ChildProcess;
  stop: () => Promise<void>;
}

export const startFloor = async (file: string): Promise<Floor> => {
  const script = fileURLToPath(new URL('./floor.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    void ended.then(() => reject(new Error('the floor did not start')));
  });
  return {
    url,
    process: child,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
};

export interface MeasureOptions {
  ours: Record<string, Work>;
  floor: Record<string, Work>;
  size: number;
  rounds: number;
  /** Milliseconds of each measurement. */
  forMs: number;
  only?: string[];
  log: (line: string) => void;
}

/** Ours and the floor in turn, each beginning every other round; medians of the rounds. */
export const measureRows = async (options: MeasureOptions): Promise<Row[]> => {
  const { ours, floor, size, rounds, forMs, only, log } = options;
  const rows: Row[] = [];
  for (const id of Object.keys(ours)) {
    if (only && !only.includes(id)) continue;
    const sides = { ours: ours[id]!, floor: floor[id]! };
    const seen = {
      ours: { p50: [] as number[], p95: [] as number[], rps: [] as number[] },
      floor: { p50: [] as number[], p95: [] as number[], rps: [] as number[] },
    };
    // Code and caches become warm.
    for (const work of Object.values(sides)) await oneByOne(work, forMs / 2);
    for (let round = 0; round < rounds; round += 1) {
      const order = round % 2 === 0 ? (['ours', 'floor'] as const) : (['floor', 'ours'] as const);
      for (const side of order) {
        const times = await oneByOne(sides[side], forMs);
        seen[side].p50.push(median(times));
        seen[side].p95.push(quantile(times, 0.95));
        seen[side].rps.push(await atOnce(sides[side], forMs));
      }
    }
    const row: Row = {
      id,
      size,
      ours_p50_ms: median(seen.ours.p50),
      ours_p95_ms: median(seen.ours.p95),
      ours_rps8: median(seen.ours.rps),
      floor_p50_ms: median(seen.floor.p50),
      floor_p95_ms: median(seen.floor.p95),
      floor_rps8: median(seen.floor.rps),
      ratio: median(seen.ours.p50) / median(seen.floor.p50),
    };
    rows.push(row);
    log(describeRow(row));
  }
  return rows;
};

const describeRow = (row: Row) =>
  `${row.id.padEnd(10)} ours ${row.ours_p50_ms.toFixed(2)} ms (p95 ${row.ours_p95_ms.toFixed(1)}, ${row.ours_rps8.toFixed(0)}/s)  floor ${row.floor_p50_ms.toFixed(2)} ms (p95 ${row.floor_p95_ms.toFixed(1)}, ${row.floor_rps8.toFixed(0)}/s)  ${row.ratio.toFixed(1)}x`;
