import { createHash } from 'node:crypto';
/**
 * Entry of a worker process: one event at a time, as one instance of the platform handles one event.
 * Its argument is the directory of the code cache; without one nothing is cached.
 */
import { readFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { createRequire } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';

/** SHA-256. */
const DIGEST_BYTES = 32;

/**
 * What V8 compiled of a function, kept in a file, so that the next process that needs the function loads it in a third
 * of the time. One file per function, replaced when its source is another.
 */
interface CodeCache {
  /** Compiled code of exactly this source; undefined when there is none, or what there is was damaged. */
  read(name: string, source: string): Buffer | undefined;
  /** Failing to write the cache only costs time. */
  write(name: string, source: string, compiled: Buffer): void;
}

/** @param dir made when needed; without one nothing is kept */
const codeCache = (dir: string | undefined): CodeCache => {
  if (!dir) return { read: () => undefined, write: () => undefined };
  const fileOf = (name: string) => path.join(dir, `${name}.bin`);
  return {
    read(name, source) {
      try {
        const content = readFileSync(fileOf(name));
        const compiled = content.subarray(DIGEST_BYTES);
        const isWhole = digest(source, compiled).equals(content.subarray(0, DIGEST_BYTES));
        return isWhole ? compiled : undefined;
      } catch {
        return undefined;
      }
    },
    write(name, source, compiled) {
      try {
        mkdirSync(dir, { recursive: true });
        const aside = `${fileOf(name)}.${process.pid}`;
        writeFileSync(aside, Buffer.concat([digest(source, compiled), compiled]));
        renameSync(aside, fileOf(name));
      } catch {
        // Failing to write the cache only costs time.
      }
    },
  };
};

/** V8 compares only the length of a source, so another of the same length would run as the old one. */
const digest = (source: string, compiled: Buffer): Buffer =>
  createHash('sha256')
    .update(process.version)
    .update(source)
    .update('\0')
    .update(compiled)
    .digest();

/** Parent → worker. */
export interface InvokeMessage {
  /** `<functionsDir>/<name>/index.js` */
  file: string;
  /** Another number than last time: load the code anew. */
  version: number;
  /** The event as JSON text. */
  event: string;
  context: Record<string, unknown>;
  /** The part of `process.env` that stays from event to event; absent when it is the one of the function's last event here. */
  env?: Record<string, string>;
  /** The part that describes this event. */
  identity: Record<string, string>;
  /** Milliseconds to add to the machine's clock. */
  clockOffset: number;
}

/** Worker → parent. */
export type WorkerMessage =
  | { type: 'ready' }
  /** The function's code is loaded; its time limit starts now. */
  | { type: 'loaded' }
  | { type: 'result'; kind: 'json' | 'text'; body: Uint8Array }
  | { type: 'failed'; detail: string };

type Main = (event: unknown, context: unknown) => unknown;

interface Loaded {
  version: number;
  main: Main;
  /** Puts what is compiled by now into the cache; nothing to do when it came from there. */
  keep?: (() => void) | undefined;
}

const loaded = new Map<string, Loaded>();
const environments = new Map<string, Record<string, string>>();
const cache = codeCache(process.argv[2]);
const RealDate = Date;
let clockOffset = 0;

// The parent decides when a worker ends: a signal to the process group must not interrupt a call in flight.
process.on('SIGTERM', () => undefined);
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit(0));
process.on('message', message => void handle(message as InvokeMessage));
send({ type: 'ready' });

function send(message: WorkerMessage): void {
  process.send?.(message);
}

async function handle(message: InvokeMessage): Promise<void> {
  try {
    setEnvironment(message);
    setClock(message.clockOffset);
    const isLoaded = loaded.get(message.file)?.version === message.version;
    const code = load(message.file, message.version);
    if (!isLoaded) send({ type: 'loaded' });
    const result = await code.main(JSON.parse(message.event), message.context);
    const isText = typeof result === 'string';
    // JSON.stringify answers undefined for a function or a symbol; the platform sends null.
    const text = isText ? result : (JSON.stringify(result ?? null) ?? 'null');
    send({ type: 'result', kind: isText ? 'text' : 'json', body: Buffer.from(text) });
    // Only now, because what the event needed has been compiled by then too.
    code.keep?.();
    delete code.keep;
  } catch (error) {
    send({
      type: 'failed',
      detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
}

/** A plain object: reading a variable of the real environment is a call into the system, and the SDK reads hundreds. */
function setEnvironment({ file, env, identity }: InvokeMessage): void {
  if (env) environments.set(file, env);
  process.env = { ...environments.get(file), ...identity };
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

/**
 * Files beside a function's own, by name and content: what several functions bring along, such as the server SDK, is read
 * and compiled once for all of them.
 */
const beside = new Map<string, { source: string; exports: object }>();

function requireFrom(file: string, keeps: (() => void)[]): (id: string) => unknown {
  const require = createRequire(file);
  return Object.assign(
    (id: string) => {
      if (!/^\.\/[\w-]+\.js$/.test(id)) return require(id) as unknown;
      const target = path.join(path.dirname(file), id);
      const source = readFileSync(target, 'utf8');
      const known = beside.get(id);
      if (known?.source === source) return known.exports;
      const { exports, keep } = run(target, path.basename(id, '.js'), source);
      if (keep) keeps.push(keep);
      beside.set(id, { source, exports });
      return exports;
    },
    { resolve: require.resolve, cache: require.cache, main: require.main },
  );
}

/** A function is a package of its own, in CommonJS: a `package.json` above its folder must not make it ESM. */
function run(
  file: string,
  name = path.basename(path.dirname(file)),
  source = readFileSync(file, 'utf8'),
): { exports: { main?: unknown }; keep: (() => void) | undefined } {
  const cachedData = cache.read(name, source);
  const script = new vm.Script(Module.wrap(source), {
    filename: file,
    ...(cachedData && { cachedData }),
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const wrapper = script.runInThisContext() as (...parts: unknown[]) => void;
  const module: { exports: { main?: unknown } } = { exports: {} };
  const keeps: (() => void)[] = [];
  wrapper(module.exports, requireFrom(file, keeps), module, file, path.dirname(file));
  if (!cachedData || script.cachedDataRejected)
    keeps.push(() => cache.write(name, source, script.createCachedData()));
  return {
    exports: module.exports,
    keep: keeps.length > 0 ? () => keeps.forEach(keep => keep()) : undefined,
  };
}
