import { shanghaiTime } from '#contract/shanghai.ts';
import { quantile } from '../shared/quantile.ts';
import { asTable } from '../shared/table.ts';
import type { LogLine } from './readLines.ts';

const SLOWEST = 3;

interface Calls {
  times: number[];
  failed: number;
  /** Answers that were no success, by code. */
  codes: Map<string, number>;
  slowest: { ms: number; requestId: string }[];
}

interface Problem {
  times: number;
  last: LogLine;
}

/** Gathers lines by action, and by problem. */
export const createSummary = () => {
  const actions = new Map<string, Calls>();
  const problems = new Map<string, Problem>();
  let [first, last, count] = ['', '', 0];

  const nameOf = (line: LogLine) => [line.function, line.action].filter(Boolean).join('.');

  const addCall = (line: LogLine, ms: number) => {
    const name = nameOf(line);
    const calls: Calls = actions.get(name) ?? {
      times: [],
      failed: 0,
      codes: new Map<string, number>(),
      slowest: [],
    };
    actions.set(name, calls);
    calls.times.push(ms);
    if (line.outcome === 'failed') calls.failed += 1;
    if (line.outcome !== 'ok') {
      const code = String(line.code ?? line.error?.name ?? line.outcome);
      calls.codes.set(code, (calls.codes.get(code) ?? 0) + 1);
    }
    calls.slowest.push({ ms, requestId: line.requestId ?? '' });
    calls.slowest.sort((a, b) => b.ms - a.ms).splice(SLOWEST);
  };

  return {
    add(line: LogLine): void {
      if (!first || line.time < first) first = line.time;
      if (line.time > last) last = line.time;
      if (line.ms !== undefined) {
        count += 1;
        addCall(line, line.ms);
      } else if (line.event !== undefined) {
        const key = `${line.event} ${nameOf(line)}`;
        problems.set(key, { times: (problems.get(key)?.times ?? 0) + 1, last: line });
      }
    },

    /** Actions that failed first, then the slow ones. */
    text(): string {
      if (!first) return 'There is no line of the functions’ log.';
      const rows = [...actions]
        .map(([name, calls]) => ({ name, ...calls, p95: quantile(calls.times, 0.95) }))
        .sort((a, b) => b.failed - a.failed || b.p95 - a.p95)
        .map(({ name, times, codes, slowest, p95 }) => [
          name,
          String(times.length),
          [...codes].map(([code, n]) => `${code}×${n}`).join(' '),
          String(quantile(times, 0.5)),
          String(p95),
          String(slowest[0]?.ms),
          slowest.map(({ requestId }) => requestId).join(' '),
        ]);
      const troubles = [...problems.values()].map(({ times, last: line }) => [
        line.event ?? '',
        nameOf(line),
        String(times),
        [line.error?.name, line.error?.code, line.about].filter(Boolean).join(' '),
        line.requestId ?? '',
      ]);
      return [
        `${count} calls from ${clock(first)} to ${clock(last)}`,
        table(['ACTION', 'CALLS', 'NOT OK', 'P50 MS', 'P95', 'MAX', 'SLOWEST REQUESTS'], rows),
        ...(troubles.length > 0
          ? [table(['PROBLEM', 'IN', 'TIMES', 'LAST', 'REQUEST'], troubles)]
          : []),
      ].join('\n\n');
    },
  };
};

const clock = (iso: string) => shanghaiTime(Date.parse(iso));

const table = (head: string[], rows: string[][]) => asTable([head, ...rows]);
