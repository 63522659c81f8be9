import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { requestLimits } from './admin/requestLimits.ts';
import { adminRoutes } from './admin/routes.ts';
import { createCallerReader } from './auth/credentials.ts';
import { type CustomLoginKey, loadCustomLoginKey } from './auth/customLoginKey.ts';
import { authRoutes } from './auth/routes.ts';
import { createSessions, type TokenLifetimes } from './auth/sessions.ts';
import type { SignInSettings } from './auth/settings.ts';
import { createTicketReader } from './auth/tickets.ts';
import { createClock } from './clock.ts';
import { checkConfig } from './config.ts';
import { openDatabase } from './database/database.ts';
import type { Explanation } from './database/reader.ts';
import { functionGateway } from './functions/gateway.ts';
import { httpAccessMount } from './functions/httpAccess.ts';
import { createFunctionRunner } from './functions/runner.ts';
import { startTimers } from './functions/timers.ts';
import { FUNCTIONS_PATH, type Gateway } from './gateway/gateway.ts';
import { hostingMount, type HostingOptions } from './hosting/hosting.ts';
import type { Mount } from './http/exchange.ts';
import { startServer } from './http/server.ts';
import type { ManagementOptions } from './management/management.ts';
import { explained, takeDirectory } from './platform/dataDirectory.ts';
import { openPlatformStore } from './platform/platformStore.ts';
import { createInject } from './seams/inject.ts';
import { seamRoutes } from './seams/routes.ts';
import { cosMount } from './storage/cos.ts';
import { type FileStore, openFileStore } from './storage/files.ts';
import { storageGateway } from './storage/gateway.ts';
import { createFileIds } from './storage/keys.ts';
import { storageActions } from './storage/serverActions.ts';
import { createSignatures } from './storage/signatures.ts';
import type { Storage } from './storage/storage.ts';
import { createImageStyles } from './storage/styles.ts';
import { type Clock, type DocumentDatabase, type EmulatorConfig, PlatformError } from './types.ts';

/**
 * The gateway of an environment that is described by a file: as a deployment leaves it, with the functions open that
 * clients may call, and everything else closed. `gateway` in the file opens more.
 */
function configuredGateway(config: EmulatorConfig): Gateway {
  const { functions = 'callable', storages = 'closed' } = config.gateway ?? {};
  /** Whether clients can call the function of a path at all, by its rule. */
  const isCallable = (path: string) => {
    const name = path.startsWith(FUNCTIONS_PATH) ? path.slice(FUNCTIONS_PATH.length) : '';
    if (!Object.hasOwn(config.functions, name)) return false;
    const { rule } = config.functions[name]!;
    return rule !== false && rule !== 'false';
  };
  return {
    check({ kind, path }) {
      const isOpen =
        kind === 'storages' ? storages === 'open' : functions === 'all' || isCallable(path);
      if (!isOpen)
        throw new PlatformError(
          'ACTION_FORBIDDEN',
          'the policies of this role do not allow it',
          403,
        );
    },
  };
}

export interface EmulatorOptions {
  /** 0 for a free one. */
  port: number;
  dataDir: string;
  /** What `takeDirectory` has returned, where the host program needed the directory before. */
  release?: () => void;
  config: EmulatorConfig;
  /** Holds `<name>/index.js`, each exporting `main`. */
  functionsDir: string;
  /** Takes deployments: the environment is what was deployed into it, and `config` has nothing but its id. */
  management?: ManagementOptions;
  /** Worker processes for functions; 2 when absent. */
  workers?: number;
  /** The worker's entry; needed only when a bundler has moved it. */
  workerFile?: string;
  /** Where the functions' compiled code is kept between processes and starts; nowhere when absent. */
  codeCacheDir?: string;
  /** Opens the test seams below `/__emulator`. */
  test?: boolean;
  hosting?: HostingOptions;
  /** Handlers of the host program, tried before the emulator's own, e.g. stand-ins of other services. */
  mounts?: Mount[];
  publishableKey?: string;
  /** Made and reported in the result when absent; kept in the data directory where deployments are taken. */
  secretId?: string;
  secretKey?: string;
  /** Origins allowed beside loopback ones. */
  origins?: string[];
  tokenLifetimes?: Partial<TokenLifetimes>;
  /**
   * Fills an environment, e.g. with its first user: called when the server listens, and after `POST /__emulator/reset`
   * has emptied everything. Until it has ended, `GET /__emulator/health` answers 503.
   */
  prepare?: (emulator: Emulator) => Promise<void>;
  /** One line at a time: functions' output, with name and request id, and internal errors. */
  log?(line: string): void;
  /** Called after each query of the database with how it was carried out. */
  trace?(explanation: Explanation): void;
}

export interface Emulator {
  url: string;
  port: number;
  envId: string;
  /** Empty until one has been made, where deployments are taken. */
  publishableKey: string;
  secretId: string;
  secretKey: string;
  /** The newest; reading it throws until one has been made, where deployments are taken. */
  customLoginKey: CustomLoginKey;
  clock: Clock;
  database: DocumentDatabase;
  /** The stored files, for a host program that fills them without the SDK. */
  files: FileStore;
  /** Number of worker processes alive. */
  workers(): number;
  /** New calls run the code now on disk; calls in flight end on the old one. */
  reloadFunctions(names?: string[]): void;
  /** Drains for up to 10 s. */
  close(): Promise<void>;
}

const DAY = 86_400;

/** Starts a local CloudBase on 127.0.0.1. Resolves when it can be used. */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const config = checkConfig(
    // What is deployed is put into it.
    options.management ? structuredClone(options.config) : options.config,
  );
  /** Cleanups, run in reverse order at the end or when the start fails. */
  const opened: (() => void)[] = [];
  const closeAll = () =>
    opened
      .splice(0)
      .reverse()
      .forEach(close => close());
  try {
    return await start(options, config, opened, closeAll);
  } catch (error) {
    closeAll();
    throw explained(error, options.dataDir);
  }
}

async function start(
  options: EmulatorOptions,
  config: EmulatorConfig,
  opened: (() => void)[],
  closeAll: () => void,
): Promise<Emulator> {
  const { envId } = config;
  const { dataDir, log = () => undefined } = options;
  const clock = createClock();
  opened.push(options.release ?? takeDirectory(dataDir));
  const store = openPlatformStore(dataDir);
  opened.push(() => store.close());
  const database = openDatabase({
    file: path.join(dataDir, `${envId}.sqlite`),
    collections: options.management ? undefined : config.collections,
    clock,
    ...(options.trace && { trace: options.trace }),
  });
  opened.push(() => database.close());
  const lifetimes = { access: 7200, refresh: 30 * DAY, ...options.tokenLifetimes };
  const sessions = createSessions(store, clock, envId, lifetimes, () => config.maxDevice ?? 1);
  const signIn: SignInSettings = options.management
    ? { anonymous: false, custom: false, ticketKeys: [], publishableKeys: [] }
    : {
        anonymous: true,
        custom: true,
        ticketKeys: [loadCustomLoginKey(dataDir, envId)],
        publishableKeys: [options.publishableKey ?? 'local-publishable-key'],
      };
  // Who deploys comes again with the same keys.
  const made = (name: string) =>
    options.management ? store.secret(name).slice(0, 32) : randomBytes(16).toString('hex');
  const keys = {
    secretId: options.secretId ?? `AKID${made('secret-id')}`,
    secretKey: options.secretKey ?? made('secret-key'),
  };
  const inject = createInject();
  const readCaller = createCallerReader(sessions, signIn);
  let url = '';
  let changed: () => void = () => undefined;
  const origins = [...(options.origins ?? [])];
  const management = options.management
    ? // Loaded only where it is used: others start sooner without.
      await (
        await import('./management/management.ts')
      ).openManagement(options.management, {
        dataDir,
        keys,
        clock,
        store,
        database,
        inject,
        config,
        signIn,
        origins,
        storage: () => storage,
        runner: () => runner,
        changed: () => changed(),
        base: () => url,
      })
    : undefined;
  const storage: Storage = {
    files: openFileStore(dataDir, store, clock),
    styles: createImageStyles(dataDir, config.imageStyles),
    signatures: createSignatures(store.secret('storage'), clock),
    ids: createFileIds(envId, config.storage?.bucket ?? 'files'),
    get acl() {
      return config.storage?.acl ?? 'PRIVATE';
    },
  };

  const runner = createFunctionRunner({
    envId,
    clock,
    log,
    functionsDir: path.resolve(options.functionsDir),
    functions: config.functions,
    workers: options.workers ?? 2,
    workerFile: findWorker(options.workerFile),
    codeCacheDir: options.codeCacheDir,
    access: () => ({ url: `${url}/admin`, ...keys }),
  });
  opened.push(() => runner.close());
  const timers = startTimers({
    functions: config.functions,
    runner,
    clock,
    base: () => url,
    ready: () => ready,
    log,
  });
  opened.push(() => timers.stop());
  changed = () => {
    runner.refresh();
    timers.refresh();
  };

  let ready = false;
  const prepare = async () => {
    await options.prepare?.(emulator);
    ready = true;
  };
  const reset = async () => {
    ready = false;
    inject.reset();
    clock.set(null);
    database.reset();
    sessions.reset();
    await storage.files.reset();
    await storage.styles.reset();
    // Modules keep state between calls; a fresh start has none.
    runner.reload();
    await prepare();
  };
  const settle = async () => {
    inject.reset();
    clock.set(null);
    while (runner.running() > 0) await new Promise(resolve => setTimeout(resolve, 10));
  };
  const readTicket = createTicketReader(signIn, clock);
  const accessLifetime = lifetimes.access;
  const gateway = management?.gateway ?? configuredGateway(config);
  const server = await startServer({
    port: options.port,
    origins,
    log,
    busy: () => runner.running() > 0,
    servedWhileDraining: adminRoutes({
      envId,
      keys,
      clock,
      database,
      runner,
      inject,
      withinLimits: requestLimits(config),
      log,
      storage: storageActions(storage),
      findUser: sessions.find,
    }),
    mounts: [
      ...(options.mounts ?? []),
      seamRoutes({
        test: options.test ?? false,
        clock,
        inject,
        reset,
        settle,
        fireTimer: timers.fire,
        callFunction: async (name, event, openid) => {
          const call = { caller: null, openid, ip: '', base: url, requestId: randomUUID() };
          const { body } = await runner.invoke({ ...call, name, event: JSON.stringify(event) });
          return JSON.parse(Buffer.from(body).toString()) as unknown;
        },
        ready: () => ready,
        changeConditions: management?.change,
      }),
      ...[
        ...(management ? [management.mount] : []),
        authRoutes({ envId, sessions, inject, accessLifetime, settings: signIn, readTicket }),
        functionGateway({ runner, readCaller, gateway, inject }),
        storageGateway(storage, readCaller, gateway, inject),
        cosMount(storage, inject, management?.cors),
        httpAccessMount(config, runner, readCaller, inject),
        ...(options.hosting ? [hostingMount(options.hosting)] : []),
        ...(management ? [management.site] : []),
      ].map(mount => onceReady(mount, () => ready)),
    ],
  });
  url = `http://127.0.0.1:${server.port}`;

  const emulator: Emulator = {
    url,
    envId,
    ...keys,
    get publishableKey() {
      return signIn.publishableKeys[0] ?? '';
    },
    get customLoginKey() {
      const [newest] = signIn.ticketKeys;
      if (newest) return newest;
      throw new Error('No custom-login key has been made yet.');
    },
    clock,
    database,
    files: storage.files,
    port: server.port,
    workers: () => runner.workers(),
    reloadFunctions: names => runner.reload(names),
    async close() {
      timers.stop();
      await server.close();
      closeAll();
    },
  };
  try {
    await prepare();
  } catch (error) {
    timers.stop();
    await server.close();
    throw error;
  }
  return emulator;
}

/** Before `prepare` has ended a call would find nothing, a sign-in no user: calls are refused, pages load themselves again. */
const onceReady = (mount: Mount, ready: () => boolean): Mount => ({
  ...mount,
  handle: exchange => {
    if (ready()) return mount.handle(exchange);
    if (!exchange.req.headers.accept?.includes('text/html'))
      throw new PlatformError('SERVICE_STARTING', 'starting, try again soon', 503);
    const head = { 'content-type': 'text/plain; charset=utf-8', refresh: '1' };
    exchange.res.writeHead(503, head).end('正在启动… Starting…');
  },
});

function findWorker(given: string | undefined): string {
  const file = given ?? fileURLToPath(new URL('./functions/worker.ts', import.meta.url));
  if (existsSync(file)) return file;
  throw new Error(`The worker's entry ${file} is missing; name the bundled one as workerFile.`);
}
