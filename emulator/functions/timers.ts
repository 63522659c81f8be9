import { randomUUID } from 'node:crypto';
import { type Clock, type FunctionConfig, PlatformError } from '../types.ts';
import { type Cron, parseCron } from './cron.ts';
import type { FunctionRunner } from './runner.ts';

/** How often the clock is looked at; a moved clock is noticed as fast. */
const TICK_MS = 200;

export interface Timers {
  /** Takes over the timers that are configured now. */
  refresh(): void;
  /** Runs a timer now and waits for its end, whatever the clock says. */
  fire(functionName: string, timerName: string): Promise<void>;
  stop(): void;
}

interface Timer {
  functionName: string;
  name: string;
  message: string;
  schedule: string;
  cron: Cron;
  next: number | null;
  running: boolean;
}

export interface TimersOptions {
  functions: Record<string, FunctionConfig>;
  runner: FunctionRunner;
  clock: Clock;
  base(): string;
  /** While the environment is being filled, none is fired. */
  ready(): boolean;
  log(line: string): void;
}

/** Fires the configured timers. Runs missed by a stop or a moved clock are made up by at most one. */
export function startTimers(options: TimersOptions): Timers {
  const { clock, runner, log } = options;
  let timers: Timer[] = [];

  const run = async (timer: Timer, time: number) => {
    timer.running = true;
    const { functionName: name, message } = timer;
    const event = {
      Type: 'Timer',
      TriggerName: timer.name,
      Time: new Date(time).toISOString().replace(/\.\d{3}Z$/, 'Z'),
      Message: message,
    };
    try {
      const call = {
        name,
        event: JSON.stringify(event),
        caller: null,
        ip: '',
        base: options.base(),
      };
      await runner.invoke({ ...call, requestId: randomUUID() });
    } finally {
      timer.running = false;
    }
  };

  let before = clock.now();
  const tick = () => {
    if (!options.ready()) return;
    const now = clock.now();
    for (const timer of timers) {
      // After the clock was set back the old time is wrong.
      if (now < before) timer.next = timer.cron.next(now);
      if (timer.next === null || now < timer.next) continue;
      const due = timer.next;
      timer.next = timer.cron.next(now);
      if (timer.running)
        log(`[${timer.functionName}] timer ${timer.name} skipped: its last run is not over`);
      else
        run(timer, due).catch((error: Error) =>
          log(`[${timer.functionName}] timer ${timer.name} failed: ${error.message}`),
        );
    }
    before = now;
  };
  let ticking: NodeJS.Timeout | undefined;
  let stopped = false;

  const refresh = () => {
    const known = timers;
    timers = Object.entries(options.functions).flatMap(([functionName, config]) =>
      (config.timers ?? []).map(({ name, config: schedule, message = '' }): Timer => {
        const same = known.find(
          timer =>
            timer.functionName === functionName &&
            timer.name === name &&
            timer.schedule === schedule &&
            timer.message === message,
        );
        if (same) return same;
        const cron = parseCron(schedule);
        const next = cron.next(clock.now());
        return { functionName, name, message, schedule, cron, next, running: false };
      }),
    );
    clearInterval(ticking);
    ticking = timers.length > 0 && !stopped ? setInterval(tick, TICK_MS) : undefined;
  };
  refresh();

  return {
    refresh,
    stop() {
      stopped = true;
      clearInterval(ticking);
    },
    async fire(functionName, timerName) {
      const timer = timers.find(
        ({ functionName: f, name }) => f === functionName && name === timerName,
      );
      if (!timer) throw new PlatformError('NOT_FOUND', 'no such timer', 404);
      if (timer.running)
        throw new PlatformError('FUNCTION_STATUS_ABNORMAL', 'the timer is running', 409);
      await run(timer, clock.now());
    },
  };
}
