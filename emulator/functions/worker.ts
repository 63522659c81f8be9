/**
 * Entry of a worker process: one event at a time, as one instance of the platform handles one event.
 * Self-contained on purpose: only node built-ins, so that a bundler can emit it as one file.
 */
import { readFileSync, existsSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import path from 'node:path';

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
  /** The function's code stands; now its own time begins. */
  | { type: 'loaded' }
  | { type: 'result'; kind: 'json' | 'text'; text: string }
  | { type: 'failed'; detail: string };

type Main = (event: unknown, context: unknown) => unknown;

const loaded = new Map<string, { version: number; main: Main }>();
const RealDate = Date;
let clockOffset = 0;

// The parent decides when a worker ends: a signal to the whole group must not cut a call in flight.
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
    const main = load(message.file, message.version);
    tell({ type: 'loaded' });
    const result = await main(JSON.parse(message.event), message.context);
    if (typeof result === 'string') tell({ type: 'result', kind: 'text', text: result });
    // JSON.stringify answers undefined for a function or a symbol; the platform sends null.
    else tell({ type: 'result', kind: 'json', text: JSON.stringify(result ?? null) ?? 'null' });
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

function load(file: string, version: number): Main {
  const known = loaded.get(file);
  if (known?.version === version) return known.main;
  if (known) forget(path.dirname(file));
  const { main } = exportsOf(file);
  if (typeof main !== 'function')
    throw new Error(`${path.basename(path.dirname(file))} exports no main`);
  loaded.set(file, { version, main: main as Main });
  return main as Main;
}

function forget(folder: string): void {
  const { cache } = createRequire(import.meta.url);
  for (const file of Object.keys(cache)) if (file.startsWith(folder + path.sep)) delete cache[file];
}

/** A deployed function is a package of its own: a `package.json` above its folder must not make it ESM. */
function exportsOf(file: string): { main?: unknown } {
  if (existsSync(path.join(path.dirname(file), 'package.json')))
    return createRequire(file)(file) as { main?: unknown };
  const module = new Module(file) as Module & { _compile(source: string, file: string): void };
  module.filename = file;
  module.paths = (
    Module as unknown as { _nodeModulePaths(dir: string): string[] }
  )._nodeModulePaths(path.dirname(file));
  module._compile(readFileSync(file, 'utf8'), file);
  return module.exports as { main?: unknown };
}
