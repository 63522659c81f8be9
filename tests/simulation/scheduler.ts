import { AsyncLocalStorage } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';

/** One process of the product: a call of a function, or a person who makes such calls one after another. */
export interface Actor {
  name: string;
  /** Remaining waits; afterwards it never continues. */
  waitsLeft: number;
  /** When the platform kills it. */
  deadline: number;
  dead: boolean;
  end(): void;
}

export interface Wait {
  /** Null for what happens outside of every process: on the network, at the gateway. */
  actor: Actor | null;
  what: string;
  due: number;
  order: number;
  go(): void;
}

export interface ActorLimits {
  /** Milliseconds until the platform kills it. */
  lives?: number | undefined;
  /** It dies at this wait, counted from 1. */
  diesAtWait?: number | undefined;
}

/** The first matching wait is held until it is released. */
export interface Hold {
  reached(): boolean;
  release(): void;
}

export type Ended<T> = { kind: 'done'; value: T } | { kind: 'died' };

export interface StoryEvent {
  time: number;
  who: string;
  what: string;
}

const original = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setImmediate: globalThis.setImmediate,
  now: Date.now,
  performanceNow: performance.now,
  timeout: AbortSignal.timeout.bind(AbortSignal),
};

/** All runnable code has run: every process is waiting. */
const settled = () => new Promise<void>(resolve => void original.setImmediate(resolve));

const processes = new AsyncLocalStorage<Actor>();

class Timer {
  constructor(readonly wait: Wait) {}
  unref = () => this;
  ref = () => this;
}

/**
 * Runs processes step by step with its own clock. Every wait of a process is held here until its time has come;
 * then one continues alone until all runnable code has run. The order therefore depends only on how long each wait
 * takes.
 */
export const createScheduler = (start: number) => {
  let now = start;
  let ordered = 0;
  let waits: Wait[] = [];
  const events: StoryEvent[] = [];
  let holds: ((wait: Wait) => boolean)[] = [];
  let steps = 0;

  const note = (who: string, what: string) => void events.push({ time: now, who, what });

  const forget = (actor: Actor) => {
    waits = waits.filter(wait => wait.actor !== actor);
  };

  const park = (actor: Actor | null, what: string, ms: number, go: () => void): Wait => {
    const wait = { actor, what, due: now + ms, order: (ordered += 1), go };
    if (holds.some(catches => catches(wait))) wait.due = Infinity;
    // A dead process waits forever.
    if (!actor?.dead) waits.push(wait);
    return wait;
  };

  const kill = (actor: Actor, why: string) => {
    if (actor.dead) return;
    actor.dead = true;
    note(actor.name, why);
    forget(actor);
    actor.end();
  };

  const next = (): Wait | undefined => {
    let first: Wait | undefined;
    for (const wait of waits)
      if (!first || wait.due < first.due || (wait.due === first.due && wait.order < first.order))
        first = wait;
    return first && first.due < Infinity ? first : undefined;
  };

  return {
    events,
    note,
    now: () => now,
    steps: () => steps,
    current: () => processes.getStore(),

    /** Delays the calling process. */
    pause: (what: string, ms: number, outside = false) =>
      new Promise<void>(resolve => {
        park(outside ? null : (processes.getStore() ?? null), what, ms, resolve);
      }),

    /** Something that happens at its time, outside of every process. */
    later: (what: string, ms: number, go: () => void) =>
      park(null, what, ms, () => processes.exit(go)),

    /** It does not happen. */
    drop: (wait: Wait) => {
      waits = waits.filter(other => other !== wait);
    },

    hold(matches: (what: string, run: string) => boolean): Hold {
      let caught: Wait | undefined;
      const catches = (wait: Wait) => {
        if (caught || !matches(wait.what, wait.actor?.name ?? '')) return false;
        caught = wait;
        return true;
      };
      holds.push(catches);
      return {
        reached: () => caught !== undefined,
        release: () => {
          holds = holds.filter(other => other !== catches);
          if (caught) Object.assign(caught, { due: now, order: (ordered += 1) });
        },
      };
    },

    start<T>(
      name: string,
      work: () => Promise<T>,
      { lives = Infinity, diesAtWait = Infinity }: ActorLimits = {},
    ): Promise<Ended<T>> {
      return new Promise((resolve, reject) => {
        const actor: Actor = {
          name,
          waitsLeft: diesAtWait,
          deadline: now + lives,
          dead: false,
          end: () => resolve({ kind: 'died' }),
        };
        park(null, `${name} begins`, 0, () => {
          processes.run(actor, () => {
            work().then(value => {
              forget(actor);
              resolve({ kind: 'done', value });
            }, reject);
          });
        });
      });
    },

    /** Ends the next wait. False when there is none. */
    async step(until = Infinity): Promise<boolean> {
      const wait = next();
      if (!wait) return false;
      const { actor } = wait;
      const time = Math.min(wait.due, actor?.deadline ?? Infinity);
      if (time > until) return false;
      now = Math.max(now, time);
      steps += 1;
      if (actor && actor.deadline < wait.due) kill(actor, 'is killed: its time is up');
      else if (actor && (actor.waitsLeft -= 1) < 0) kill(actor, `dies before ${wait.what}`);
      else {
        waits.splice(waits.indexOf(wait), 1);
        wait.go();
      }
      await settled();
      return true;
    },

    /** Nothing is due earlier: sets the clock. */
    moveTo(time: number) {
      now = Math.max(now, time);
    },

    /** The product's clock, waits and time limits are these, until `uninstall`. */
    install() {
      Date.now = () => now;
      performance.now = () => now - start;
      const set = (go: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
        const actor = processes.getStore();
        if (!actor) return original.setTimeout(go, ms, ...args);
        return new Timer(park(actor, 'a timeout', Math.max(1, Math.trunc(ms)), () => go(...args)));
      };
      globalThis.setTimeout = set as never;
      globalThis.clearTimeout = ((timer: unknown) => {
        if (!(timer instanceof Timer)) return original.clearTimeout(timer as never);
        const at = waits.indexOf(timer.wait);
        if (at >= 0) waits.splice(at, 1);
      }) as never;
      AbortSignal.timeout = ms => {
        const controller = new AbortController();
        globalThis.setTimeout(() => controller.abort(new Error('timeout')), ms);
        return controller.signal;
      };
    },

    uninstall() {
      Date.now = original.now;
      performance.now = original.performanceNow;
      globalThis.setTimeout = original.setTimeout;
      globalThis.clearTimeout = original.clearTimeout;
      AbortSignal.timeout = original.timeout;
    },
  };
};

export type Scheduler = ReturnType<typeof createScheduler>;
