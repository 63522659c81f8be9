/**
 * Entry of a worker process: one event at a time, as one instance of the platform handles one event.
 * Its argument is the directory of the code cache; without one nothing is cached.
 */
import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import { codeCache } from './codeCache.ts';

/** Parent → worker. */
export interface InvokeMessage {
  /** `<functionsDir>/<name>/index.js` */
  file: string;
  /** Another number than last time: load the code anew. */
  version: number;
  /** The event as JSON text. */
  event: string;
  context: Record<string, unknown>;
  /** The whole of `process.env` for this event. */
  env: Record<string, string>;
  /** Milliseconds to add to the machine's clock. */
  clockOffset: number;
}

/** Worker → parent. */
export type WorkerMessage =
  | { type: 'ready' }
  /** The function's code is loaded; its time limit starts now. */
  | { type: 'loaded' }
  | { type: 'result'; kind: 'json' | 'text'; text: string }
  | { type: 'failed'; detail: string };

type Main = (event: unknown, context: unknown) => unknown;

interface Loaded {
  version: number;
  main: Main;
  /** Puts what is compiled by now into the cache; nothing to do when it came from there. */
  keep?: (() => void) | undefined;
}

const loaded = new Map<string, Loaded>();
const cache = codeCache(process.argv[2]);
const RealDate = Date;
let clockOffset = 0;

// The parent decides when a worker ends: a signal to the process group must not interrupt a call in flight.
process.on('SIGTERM', () => undefined);
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit(0));
process.on('message', message => void handle(message as InvokeMessage));
tell({ type: 'ready' });

function tell(message: WorkerMessage): void {
  process.send?.(message);
}

async function handle(message: InvokeMessage): Promise<void> {
  try {
    setEnvironment(message.env);
    setClock(message.clockOffset);
    const code = load(message.file, message.version);
    tell({ type: 'loaded' });
    const result = await code.main(JSON.parse(message.event), message.context);
    if (typeof result === 'string') tell({ type: 'result', kind: 'text', text: result });
    // JSON.stringify answers undefined for a function or a symbol; the platform sends null.
    else tell({ type: 'result', kind: 'json', text: JSON.stringify(result ?? null) ?? 'null' });
    // Only now, because what the event needed has been compiled by then too.
    code.keep?.();
    delete code.keep;
  } catch (error) {
    tell({
      type: 'failed',
      detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
}

function setEnvironment(env: Record<string, string>): void {
  for (const key of Object.keys(process.env)) if (!(key in env)) delete process.env[key];
  Object.assign(process.env, env);
}

function setClock(offset: number): void {
  clockOffset = offset;
  if (offset === 0 || Date !== RealDate) {
    if (offset === 0) globalThis.Date = RealDate;
    return;
  }
  class EmulatorDate extends RealDate {
    constructor(...parts: unknown[]) {
      super(...((parts.length === 0 ? [EmulatorDate.now()] : parts) as [number]));
    }
    static override now(): number {
      return RealDate.now() + clockOffset;
    }
  }
  globalThis.Date = EmulatorDate as DateConstructor;
}

function load(file: string, version: number): Loaded {
  const known = loaded.get(file);
  if (known?.version === version) return known;
  if (known) forget(path.dirname(file));
  const { exports, keep } = run(file);
  if (typeof exports.main !== 'function')
    throw new Error(`${path.basename(path.dirname(file))} exports no main`);
  const code: Loaded = { version, main: exports.main as Main, keep };
  loaded.set(file, code);
  return code;
}

function forget(folder: string): void {
  const { cache: modules } = createRequire(import.meta.url);
  for (const file of Object.keys(modules))
    if (file.startsWith(folder + path.sep)) delete modules[file];
}

/** A function is a package of its own, in CommonJS: a `package.json` above its folder must not make it ESM. */
function run(file: string): { exports: { main?: unknown }; keep: (() => void) | undefined } {
  const name = path.basename(path.dirname(file));
  const source = readFileSync(file, 'utf8');
  const cachedData = cache.read(name, source);
  const script = new vm.Script(Module.wrap(source), {
    filename: file,
    ...(cachedData && { cachedData }),
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const wrapper = script.runInThisContext() as (...parts: unknown[]) => void;
  const module: { exports: { main?: unknown } } = { exports: {} };
  wrapper(module.exports, createRequire(file), module, file, path.dirname(file));
  const isCached = cachedData && !script.cachedDataRejected;
  return {
    exports: module.exports,
    keep: isCached ? undefined : () => cache.write(name, source, script.createCachedData()),
  };
}
