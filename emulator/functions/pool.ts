import { cpus } from 'node:os';
import type { InvokeMessage } from './worker.ts';
import { startWorkerProcess, type WorkerOutcome, type WorkerProcess } from './workerProcess.ts';

/** Workers beyond the base size, for when events wait for something else than the processor. */
const SPARE = 2;
/** As the base size: for events that other events wait for, at each depth of such calls. */
const RESERVE = 2;
/** A function that calls itself without an end is stopped here; each call of the chain holds a worker. */
const MAX_DEPTH = 16;
/** How long an event holds its worker, and another waits for one, before the pool grows. */
const PATIENCE_MS = 250;
/** The same while the processors have no time: more processes would only share it. */
const BUSY_PATIENCE_MS = 2_000;
/** The share of the processors' time that is left over where they have some. */
const SPARE_TIME = 0.2;
/** How long a worker beyond the base size may idle. */
const EXTRA_IDLE_MS = 10_000;
/** A recently used function may be called again at any moment, and take as long as before. */
const IN_USE_MS = 10_000;

export interface Task {
  /** The function. One function gets at most half of the workers while others are in use. */
  name: string;
  message: () => InvokeMessage;
  timeoutMs: number;
  label: string;
  /**
   * How many events wait for its end: each was called by the next, the outermost from outside, which has 0. Every depth has
   * its own share of the workers. What is deepest waits for nobody, so it ends, and then those who wait for it do.
   */
  depth: number;
}

export interface WorkerPool {
  run(task: Task): Promise<WorkerOutcome>;
  /** New events get new workers with fresh code; events in flight end on their old ones. */
  reload(): void;
  size(): number;
  close(): void;
}

export interface WorkerPoolOptions {
  workers: number;
  file: string;
  /** The memory of workers that start from now on. */
  memoryMb(): number;
  codeCacheDir?: string | undefined;
  log(line: string): void;
}

interface Member {
  process: WorkerProcess;
  state: 'starting' | 'idle' | 'busy';
  generation: number;
  /** What it runs, or ran last. */
  task?: Task;
  /** Since when; not yet while the code is being loaded, which is work for the processor. */
  began: number;
  /** It was seen to take long, and another event waited: it no longer counts towards the base size. */
  isLong: boolean;
  /** The functions whose code it holds. */
  loaded: Set<string>;
  idleTimer?: NodeJS.Timeout;
}

type Waiting = Task & { since: number; resolve(outcome: WorkerOutcome): void };

export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const members = new Set<Member>();
  const queue: Waiting[] = [];
  /** When each function was last called or ended, and when an event of it last held a worker for long. */
  const uses = new Map<string, { time: number; longTime: number }>();
  let generation = 0;
  let closed = false;
  let impatience: NodeJS.Timeout | undefined;
  /** When an event began to wait, or had waited for long. */
  let before = processorTime();

  const remove = (member: Member) => {
    clearTimeout(member.idleTimer);
    members.delete(member);
    member.process.kill();
  };
  const current = () => [...members].filter(member => member.generation === generation);
  const starting = () => current().filter(({ state }) => state === 'starting').length;

  const grow = () => {
    const member: Member = {
      process: startWorkerProcess({ ...options, memoryMb: options.memoryMb() }),
      generation,
      loaded: new Set<string>(),
      state: 'starting',
      began: Infinity,
      isLong: false,
    };
    members.add(member);
    void member.process.ended.then(() => {
      // An event may leave something behind that ends its worker later; the next event must not be affected.
      if (member.state !== 'idle' || !members.delete(member)) return;
      clearTimeout(member.idleTimer);
      dispatch();
    });
    void member.process.ready.then(ready => {
      if (ready) return settle(member);
      members.delete(member);
      // A worker that cannot start would be restarted forever; the waiting event fails instead.
      if (!closed && member.generation === generation)
        queue.shift()?.resolve({ type: 'failed', detail: 'the worker process did not start' });
    });
  };

  const settle = (member: Member) => {
    if (closed || member.generation !== generation || !member.process.alive()) remove(member);
    else member.state = 'idle';
    shrinkLater(member);
    dispatch();
  };

  /** Ends the idle worker that has loaded the least code. */
  const shrinkLater = (member: Member) => {
    clearTimeout(member.idleTimer);
    if (member.state !== 'idle' || members.size <= options.workers) return;
    member.idleTimer = setTimeout(() => {
      const [coldest = member] = byLoaded(current().filter(({ state }) => state === 'idle'));
      if (members.size > options.workers) remove(coldest);
      if (coldest !== member) shrinkLater(member);
    }, EXTRA_IDLE_MS);
  };
  const byLoaded = (some: Member[]) => some.sort((a, b) => a.loaded.size - b.loaded.size);

  const start = async (member: Member, task: Waiting) => {
    clearTimeout(member.idleTimer);
    member.state = 'busy';
    member.task = task;
    member.loaded.add(task.name);
    member.began = Infinity;
    member.isLong = false;
    const { timeoutMs, label } = task;
    const onLoaded = () => (member.began = performance.now());
    const outcome = await member.process.run(task.message(), { timeoutMs, label, onLoaded });
    const time = performance.now();
    const before = uses.get(task.name)?.longTime ?? -Infinity;
    uses.set(task.name, { time, longTime: time - member.began < PATIENCE_MS ? before : time });
    task.resolve(outcome);
    settle(member);
  };

  const atDepth = (depth: number) =>
    current().filter(({ state, task }) => state === 'busy' && task?.depth === depth);
  const sizeOf = (depth: number) =>
    depth === 0 ? options.workers : Math.min(options.workers, RESERVE);
  /** How many more events of a depth may begin. */
  const room = (depth: number) => {
    const running = atDepth(depth);
    const quick = running.filter(({ isLong }) => !isLong).length;
    return Math.min(sizeOf(depth) - quick, sizeOf(depth) + SPARE - running.length);
  };
  /** The waiting events that may begin: the deepest first, because others wait for them. */
  const depths = () =>
    [...new Set(queue.map(({ depth }) => depth))]
      .filter(depth => room(depth) > 0)
      .sort((a, b) => b - a);

  /**
   * The next event: the deepest; of those from outside that of the function holding the fewest workers, and among equals the one
   * that has waited longest.
   */
  const takeNext = (): Waiting | undefined => {
    const [deepest] = depths();
    if (deepest === undefined) return undefined;
    const firstOf = new Map<string, number>();
    queue.forEach(
      ({ name, depth }, index) => depth > 0 || firstOf.has(name) || firstOf.set(name, index),
    );
    const outer = atDepth(0);
    const held = new Map<string, number>();
    for (const { task } of outer) held.set(task!.name, (held.get(task!.name) ?? 0) + 1);
    const share = Math.max(1, Math.floor(Math.max(options.workers, outer.length) / 2));

    let next = deepest > 0 ? queue.findIndex(({ depth }) => depth === deepest) : -1;
    if (next < 0)
      for (const [name, index] of firstOf) {
        const holds = held.get(name) ?? 0;
        if (holds >= share && (firstOf.size > 1 || !mayHoldMore(name))) continue;
        if (next < 0 || holds < (held.get(queue[next]!.name) ?? 0)) next = index;
      }
    return next < 0 ? undefined : queue.splice(next, 1)[0];
  };

  /**
   * Whether a function may hold more than half of the workers: if its events are short, or no other function is in use.
   * A worker held by a long event would be missing when another function is called.
   */
  const mayHoldMore = (name: string) => {
    const isLately = (time: number) => performance.now() - time <= IN_USE_MS;
    const own = uses.get(name);
    return (
      (own && !isLately(own.longTime)) ||
      [...uses].every(([other, { time }]) => other === name || !isLately(time))
    );
  };

  const dispatch = () => {
    if (closed) return;
    for (;;) {
      const idle = current().filter(({ state }) => state === 'idle');
      const dead = idle.filter(member => !member.process.alive());
      dead.forEach(remove);
      if (idle.length === dead.length) break;
      const task = takeNext();
      if (!task) break;
      // A worker that has loaded the function starts sooner, of several the one that has loaded the most, so that the
      // others may end; but a function already running takes the worker that has loaded the least, so that a flood
      // leaves the others theirs.
      const free = byLoaded(idle.filter(member => !dead.includes(member)));
      const runs = current().some(
        member => member.state === 'busy' && member.task?.name === task.name,
      );
      const warm = runs ? undefined : free.findLast(({ loaded }) => loaded.has(task.name));
      void start(warm ?? free[0]!, task);
    }
    while (current().length < options.workers) grow();
    // Where one is idle, what waits is kept back for others.
    if (!current().some(({ state }) => state === 'idle'))
      for (let missing = mayBegin() - starting(); missing > 0; missing--) grow();
    if (queue.length > 0 && !impatience) {
      before = processorTime();
      impatience = setTimeout(growForBurst, PATIENCE_MS);
    }
  };

  /** How many of the events that wait could begin if they had a worker. */
  const mayBegin = () =>
    depths().reduce((sum, at) => {
      const waiting = queue.filter(({ depth }) => depth === at).length;
      return sum + Math.min(waiting, room(at));
    }, 0);

  /** Whether the processors had some, since an event began to wait. */
  const hadSpareTime = () => {
    const now = processorTime();
    return now.idle - before.idle >= (now.all - before.all) * SPARE_TIME;
  };

  const growForBurst = () => {
    impatience = undefined;
    if (closed || queue.length === 0) return;
    // Only an event that runs long may be waiting for something else than the processor. However many quick ones are in
    // the queue, more processes would only slow them down.
    const patience = hadSpareTime() ? PATIENCE_MS : BUSY_PATIENCE_MS;
    const isLong = (since: number) => performance.now() - since >= patience;
    const waiting = new Set(queue.filter(({ since }) => isLong(since)).map(({ depth }) => depth));
    for (const member of current())
      if (member.state === 'busy' && waiting.has(member.task!.depth))
        member.isLong ||= isLong(member.began);
    dispatch();
  };

  dispatch();
  return {
    run: task =>
      new Promise(resolve => {
        if (closed) return resolve({ type: 'failed', detail: 'shutting down' });
        if (task.depth > MAX_DEPTH)
          return resolve({ type: 'failed', detail: `called through ${MAX_DEPTH} functions` });
        const since = performance.now();
        const known = uses.get(task.name);
        if (known) known.time = since;
        queue.push({ ...task, since, resolve });
        dispatch();
      }),
    reload() {
      generation++;
      for (const member of members) if (member.state !== 'busy') remove(member);
      dispatch();
    },
    size: () => members.size,
    close() {
      closed = true;
      clearTimeout(impatience);
      for (const member of members) remove(member);
      for (const task of queue.splice(0)) task.resolve({ type: 'failed', detail: 'shutting down' });
    },
  };
}

/** Milliseconds of all processors since the machine started. */
function processorTime(): { idle: number; all: number } {
  const times = cpus().map(({ times: its }) => its);
  const sumOf = (its: number[]) => its.reduce((sum, ms) => sum + ms, 0);
  return {
    idle: sumOf(times.map(({ idle }) => idle)),
    all: sumOf(times.flatMap(its => Object.values(its))),
  };
}
