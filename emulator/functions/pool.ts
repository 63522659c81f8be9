import type { InvokeMessage } from './worker.ts';
import { type WorkerOutcome, type WorkerProcess, startWorkerProcess } from './workerProcess.ts';

/** How long an event waits for a worker before the pool grows. */
const PATIENCE_MS = 100;
/** How long a worker beyond the base size may idle. */
const EXTRA_IDLE_MS = 10_000;
/** Chains of nested calls may exceed the burst size, up to this. */
const NESTED_LIMIT = 32;

export interface Task {
  message: () => InvokeMessage;
  timeoutMs: number;
  label: string;
  /** Called by a function that waits for it: never left without a worker. */
  nested: boolean;
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
  memoryMb: number;
  log(line: string): void;
}

interface Member {
  process: WorkerProcess;
  state: 'starting' | 'idle' | 'busy';
  generation: number;
  idleTimer?: NodeJS.Timeout;
}

type Waiting = Task & { since: number; resolve(outcome: WorkerOutcome): void };

export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const burst = 2 * options.workers + 2;
  const members = new Set<Member>();
  const queue: Waiting[] = [];
  let generation = 0;
  let closed = false;
  let impatience: NodeJS.Timeout | undefined;

  const remove = (member: Member) => {
    clearTimeout(member.idleTimer);
    members.delete(member);
    member.process.kill();
  };
  const current = () => [...members].filter(member => member.generation === generation);
  const starting = () => current().filter(({ state }) => state === 'starting').length;

  const grow = () => {
    const member: Member = { process: startWorkerProcess(options), state: 'starting', generation };
    members.add(member);
    void member.process.ended.then(() => {
      // What one event left behind may end its worker later; the next event should not find that out.
      if (member.state !== 'idle' || !members.delete(member)) return;
      clearTimeout(member.idleTimer);
      dispatch();
    });
    void member.process.ready.then(ready => {
      if (ready) return settle(member);
      members.delete(member);
      // A worker that cannot start would be started for ever; the waiting event learns of it instead.
      if (!closed && member.generation === generation)
        queue.shift()?.resolve({ type: 'failed', detail: 'the worker process did not start' });
    });
  };

  const settle = (member: Member) => {
    if (closed || member.generation !== generation || !member.process.alive()) remove(member);
    else member.state = 'idle';
    if (member.state === 'idle' && members.size > options.workers)
      member.idleTimer = setTimeout(
        () => members.size > options.workers && remove(member),
        EXTRA_IDLE_MS,
      );
    dispatch();
  };

  const start = async (member: Member, task: Waiting) => {
    clearTimeout(member.idleTimer);
    member.state = 'busy';
    const outcome = await member.process.run(task.message(), task);
    task.resolve(outcome);
    settle(member);
  };

  const dispatch = () => {
    if (closed) return;
    for (const member of current()) {
      if (member.state !== 'idle') continue;
      if (!member.process.alive()) remove(member);
      else {
        const task = queue.shift();
        if (!task) break;
        void start(member, task);
      }
    }
    while (current().length < options.workers) grow();
    const nested = queue.filter(task => task.nested).length;
    for (
      let missing = nested - starting();
      missing > 0 && members.size < burst + NESTED_LIMIT;
      missing--
    )
      grow();
    if (queue.length > 0) impatience ??= setTimeout(growForBurst, PATIENCE_MS);
  };

  const growForBurst = () => {
    impatience = undefined;
    if (closed || queue.length === 0) return;
    // Many quick calls keep a queue without anybody waiting long; more processes would only slow them down.
    const waited = performance.now() - Math.min(...queue.map(({ since }) => since));
    if (waited >= PATIENCE_MS && starting() === 0 && current().length < burst) grow();
    dispatch();
  };

  dispatch();
  return {
    run: task =>
      new Promise(resolve => {
        if (closed) return resolve({ type: 'failed', detail: 'shutting down' });
        const firstPlain = queue.findIndex(({ nested }) => !nested);
        // Nested calls hold other workers up, so they go before plain ones; otherwise first come, first served.
        const waiting = { ...task, since: performance.now(), resolve };
        if (task.nested && firstPlain >= 0) queue.splice(firstPlain, 0, waiting);
        else queue.push(waiting);
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
