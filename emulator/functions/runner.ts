import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Caller } from '../auth/sessions.ts';
import type { SettableClock } from '../clock.ts';
import { FUNCTION_BODY_LIMIT, tooLarge } from '../http/body.ts';
import { FUNCTION_NAME, type FunctionConfig, PlatformError } from '../types.ts';
import { contextOf, environmentOf, identityOf, type ServerSdkAccess } from './identity.ts';
import { createWorkerPool } from './pool.ts';

/** Megabytes and seconds of a function without its own limits, as on the platform. */
const DEFAULT_MEMORY = 256;
const DEFAULT_TIMEOUT = 3;
/** How long the tokens of timed-out events are remembered, to refuse calls they had already sent. */
const OVERRUN_MEMORY = 200;

export interface Call {
  name: string;
  /** The event as JSON text. */
  event: string;
  caller: Caller;
  /** Of who calls inside WeChat. */
  openid?: string | undefined;
  ip: string;
  requestId: string;
  /** Origin of the addresses that the function's file calls hand out. */
  base: string;
  /** How many running events wait for it; see `Task`. */
  depth?: number;
}

export interface Answer {
  kind: 'json' | 'text';
  /** UTF-8. */
  body: Uint8Array;
}

/** What a server call made during an invocation inherits from it. */
export interface Invocation {
  caller: Caller;
  base: string;
  ip: string;
  /** The depth of what it calls. */
  depth: number;
}

export interface FunctionRunner {
  /** @throws PlatformError FUNCTION_NOT_FOUND, FUNCTION_TIME_LIMIT_EXCEEDED, FUNCTION_MEMORY_LIMIT_EXCEEDED, … */
  invoke(call: Call): Promise<Answer>;
  /** The running invocation that holds this session token. @throws PlatformError when its time has run out */
  invocation(sessionToken: unknown): Invocation | undefined;
  has(name: string): boolean;
  config(name: string): FunctionConfig | undefined;
  /** The named functions load their code anew at the next call; without names, in new processes. */
  reload(names?: string[]): void;
  /** Heeds what a deployment changed. */
  refresh(): void;
  /** Events running now. */
  running(): number;
  workers(): number;
  close(): void;
}

export interface FunctionRunnerOptions {
  envId: string;
  functionsDir: string;
  functions: Record<string, FunctionConfig>;
  workers: number;
  workerFile: string;
  codeCacheDir?: string | undefined;
  clock: SettableClock;
  /** Known only once the server listens. */
  access(): ServerSdkAccess;
  log(line: string): void;
}

export function createFunctionRunner(options: FunctionRunnerOptions): FunctionRunner {
  const { functions, clock, log } = options;
  const running = new Map<string, Invocation>();
  const overrun = new Set<string>();
  const versions = new Map<string, number>();
  const memoryOf = (name: string) => functions[name]?.memory ?? DEFAULT_MEMORY;
  /** Workers are shared, so the heap is that of the largest function. */
  const largest = () => Math.max(DEFAULT_MEMORY, ...Object.keys(functions).map(memoryOf));
  let memoryMb = largest();
  const pool = createWorkerPool({
    workers: options.workers,
    file: options.workerFile,
    codeCacheDir: options.codeCacheDir,
    memoryMb: () => memoryMb,
    log,
  });
  const fileOf = (name: string) =>
    path.join(config(name)?.dir ?? path.join(options.functionsDir, name), 'index.js');
  // Own properties only: `constructor` is a valid function name for the regex.
  const config = (name: string) => (Object.hasOwn(functions, name) ? functions[name] : undefined);
  const has = (name: string) => FUNCTION_NAME.test(name) && existsSync(fileOf(name));

  const invoke = async (call: Call): Promise<Answer> => {
    const { name, requestId } = call;
    if (!has(name))
      throw new PlatformError('FUNCTION_NOT_FOUND', `function ${name.slice(0, 60)} not found`, 404);
    const sessionToken = randomBytes(16).toString('hex');
    const own = config(name);
    const timeoutMs = (own?.timeout ?? DEFAULT_TIMEOUT) * 1000;
    const facts = {
      name,
      requestId,
      sessionToken,
      timeoutMs,
      envId: options.envId,
      caller: call.caller,
      openid: call.openid,
      ip: call.ip,
      memoryMb: memoryOf(name),
    };
    const { caller, base, ip, depth = 0 } = call;
    running.set(sessionToken, { caller, base, ip, depth: depth + 1 });
    try {
      const outcome = await pool.run({
        name,
        message: () => ({
          file: fileOf(name),
          version: versions.get(name) ?? 0,
          event: call.event,
          context: contextOf(facts),
          env: environmentOf(facts, options.access(), own?.environment),
          identity: identityOf(facts),
          clockOffset: clock.offset(),
        }),
        timeoutMs,
        label: `${name} ${requestId}`,
        depth,
      });
      switch (outcome.type) {
        case 'result':
          if (outcome.body.length > FUNCTION_BODY_LIMIT) throw tooLarge(FUNCTION_BODY_LIMIT);
          return outcome;
        case 'timeout':
          remember(overrun, sessionToken);
          log(`[${name} ${requestId}] ended after its time limit of ${timeoutMs} ms`);
          throw new PlatformError(
            'FUNCTION_TIME_LIMIT_EXCEEDED',
            `time limit of ${timeoutMs} ms exceeded`,
          );
        case 'outOfMemory':
          log(`[${name} ${requestId}] ended at its memory limit`);
          throw new PlatformError('FUNCTION_MEMORY_LIMIT_EXCEEDED', 'memory limit exceeded');
        case 'failed':
          // The thrown error goes to the log only: it may contain files, keys or personal data.
          log(`[${name} ${requestId}] failed: ${outcome.detail}`);
          throw new PlatformError(
            'FUNCTION_INVOCATION_FAILED',
            'function invocation failed, see its log',
          );
      }
    } finally {
      running.delete(sessionToken);
    }
  };

  return {
    invoke,
    has,
    config,
    invocation(token) {
      if (typeof token !== 'string' || token === '') return undefined;
      // Calls already sent by the killed process must not be carried out.
      if (overrun.has(token))
        throw new PlatformError('FUNCTION_TIME_LIMIT_EXCEEDED', 'the invocation has ended');
      return running.get(token);
    },
    reload(names) {
      if (names) for (const name of names) versions.set(name, (versions.get(name) ?? 0) + 1);
      else pool.reload();
    },
    refresh() {
      const needed = largest();
      if (needed <= memoryMb) return;
      memoryMb = needed;
      pool.reload();
    },
    running: () => running.size,
    workers: () => pool.size(),
    close: () => pool.close(),
  };
}

function remember(tokens: Set<string>, token: string): void {
  tokens.add(token);
  for (const oldest of tokens) if (tokens.size > OVERRUN_MEMORY) tokens.delete(oldest);
}
