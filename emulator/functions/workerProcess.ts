import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import type { InvokeMessage, WorkerMessage } from './worker.ts';

/** Loading the code does not count as a function's time; the platform allows this long by default. */
const INITIALIZATION_MS = 65_000;

/** How an event ended. */
export type WorkerOutcome =
  | { type: 'result'; kind: 'json' | 'text'; body: Uint8Array }
  | { type: 'failed'; detail: string }
  | { type: 'timeout' }
  | { type: 'outOfMemory' };

export interface RunOptions {
  timeoutMs: number;
  label: string;
  /** Called when the function's code is there and its time begins. */
  onLoaded: () => void;
}

export interface WorkerProcess {
  /** Resolves when the worker can take its first event; false when it died before. */
  ready: Promise<boolean>;
  /** Resolves when the process has ended. */
  ended: Promise<void>;
  /** Runs one event. A worker that overruns, crashes or runs out of memory is gone afterwards. */
  run(message: InvokeMessage, options: RunOptions): Promise<WorkerOutcome>;
  alive(): boolean;
  kill(): void;
}

export interface WorkerProcessOptions {
  /** Path of `worker.ts`, or of what a bundler made of it. */
  file: string;
  memoryMb: number;
  /** Where compiled code is kept between processes. */
  codeCacheDir?: string | undefined;
  log(line: string): void;
}

export function startWorkerProcess(options: WorkerProcessOptions): WorkerProcess {
  const loader = options.file.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];
  const child: ChildProcess = spawn(
    process.execPath,
    [
      `--max-old-space-size=${options.memoryMb}`,
      ...loader,
      options.file,
      ...(options.codeCacheDir ? [options.codeCacheDir] : []),
    ],
    {
      // Nothing of the host's environment; functions run in UTC as in the cloud.
      env: { PATH: process.env.PATH, TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Answers travel as bytes, not as JSON in JSON.
      serialization: 'advanced',
    },
  );
  /** The code and the environment that the worker has of each function. */
  const versions = new Map<string, number>();
  const environments = new Map<string, Record<string, string>>();
  let label = 'worker';
  let alive = true;
  let begin: (() => void) | undefined;
  let finish: ((outcome: WorkerOutcome) => void) | undefined;
  let becomeReady: (ready: boolean) => void;
  const ready = new Promise<boolean>(resolve => (becomeReady = resolve));
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));

  for (const stream of [child.stdout, child.stderr])
    if (stream)
      createInterface({ input: stream }).on('line', line => options.log(`[${label}] ${line}`));

  child.on('message', (message: WorkerMessage) => {
    if (message.type === 'ready') becomeReady(true);
    else if (message.type === 'loaded') begin?.();
    else finish?.(message);
  });
  child.on('error', error => options.log(`[${label}] ${error.message}`));
  child.on('exit', (code, signal) => {
    alive = false;
    becomeReady(false);
    // V8 aborts when the heap limit is reached; nothing else here does.
    if (signal === 'SIGABRT' || code === 134) finish?.({ type: 'outOfMemory' });
    else
      finish?.({ type: 'failed', detail: `the process ended (${signal ?? `exit code ${code}`})` });
  });
  const kill = () => {
    alive = false;
    child.kill('SIGKILL');
  };

  return {
    ready,
    ended,
    alive: () => alive && child.connected,
    kill,
    run(message, { timeoutMs, label: name, onLoaded }) {
      label = name;
      return new Promise<WorkerOutcome>(resolve => {
        const overrun = () => {
          kill();
          finish?.({ type: 'timeout' });
        };
        const { file, version, env = {} } = message;
        const isLoaded = versions.get(file) === version;
        let timer = setTimeout(overrun, isLoaded ? timeoutMs : INITIALIZATION_MS);
        begin = () => {
          versions.set(file, version);
          clearTimeout(timer);
          timer = setTimeout(overrun, timeoutMs);
          onLoaded();
        };
        if (isLoaded) onLoaded();
        finish = outcome => {
          clearTimeout(timer);
          begin = finish = undefined;
          resolve(outcome);
        };
        const { env: _known, ...rest } = message;
        const isKnown = isDeepStrictEqual(environments.get(file), env);
        environments.set(file, env);
        child.send(isKnown ? rest : message, error => {
          if (error) finish?.({ type: 'failed', detail: 'the process ended' });
        });
      });
    },
  };
}
