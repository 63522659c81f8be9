import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import tcb from '@cloudbase/node-sdk';
import { borrowKeys, folderOfRun, lendKeys } from '../../../tests/folderOfRun.ts';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../emulator.ts';
import type { EmulatorConfig } from '../../types.ts';

const SDK = createRequire(import.meta.url).resolve('@cloudbase/node-sdk');

/** Prepended to a function's source: the unmodified SDK and its app. */
export const WITH_SDK = `const tcb = require(${JSON.stringify(SDK)});
const app = tcb.init({ env: tcb.SYMBOL_CURRENT_ENV });\n`;

export interface World extends AsyncDisposable {
  emulator: Emulator;
  dataDir: string;
  functionsDir: string;
  log: string[];
  /** The server SDK, as a script beside the emulator uses it. */
  app: ReturnType<typeof tcb.init>;
  writeFunction(name: string, source: string): void;
  /** Stops the emulator and starts another on the same directory. */
  restart(more?: Partial<EmulatorOptions>): Promise<void>;
}

export type WorldOptions = Partial<Omit<EmulatorOptions, 'config'>> & {
  config?: Partial<EmulatorConfig>;
  /** Source of each function's index.js. */
  sources?: Record<string, string>;
};

/** A directory that is removed with the folder of the run: one process runs many files, so none of them ends it. */
export function makeDirectory(): string {
  return mkdtempSync(path.join(folderOfRun(), 'emulator-'));
}

export function writeFunctionTo(dir: string, name: string, source: string): void {
  mkdirSync(path.join(dir, name), { recursive: true });
  writeFileSync(path.join(dir, name, 'index.js'), source);
}

function serverSdk(emulator: Emulator): World['app'] {
  return tcb.init({
    env: emulator.envId,
    secretId: emulator.secretId,
    secretKey: emulator.secretKey,
    serviceUrl: `${emulator.url}/admin`,
    credentials: emulator.customLoginKey,
  });
}

export async function startWorld({
  config,
  sources,
  ...options
}: WorldOptions = {}): Promise<World> {
  // Otherwise the SDK queries Tencent's metadata host (docs/cloudbase-wire.md#addresses).
  process.env.TENCENTCLOUD = 'true';
  process.env.SILENCE = 'true';
  const root = makeDirectory();
  const dataDir = path.join(root, 'data');
  const functionsDir = path.join(root, 'functions');
  mkdirSync(functionsDir);
  mkdirSync(dataDir);
  borrowKeys(dataDir);
  const log: string[] = [];
  const start = (more: Partial<EmulatorOptions> = {}) =>
    startEmulator({
      port: 0,
      dataDir,
      functionsDir,
      workers: 1,
      test: true,
      log: line => log.push(line),
      ...options,
      ...more,
      config: {
        envId: 'local',
        collections: [{ name: 'things' }],
        functions: {},
        // Tests are about what comes behind the gateway, unless they close it.
        gateway: { functions: 'all', storages: 'open' },
        ...config,
      },
    });
  for (const [name, source] of Object.entries(sources ?? {}))
    writeFunctionTo(functionsDir, name, source);
  const emulator = await start();
  lendKeys(dataDir);
  const world: World = {
    emulator,
    dataDir,
    functionsDir,
    log,
    app: serverSdk(emulator),
    writeFunction: (name, source) => writeFunctionTo(functionsDir, name, source),
    async restart(more) {
      await world.emulator.close();
      world.emulator = await start(more);
      world.app = serverSdk(world.emulator);
    },
    async [Symbol.asyncDispose]() {
      await world.emulator.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
  return world;
}

export interface Reply {
  status: number;
  /** Parsed when it is JSON, text otherwise. */
  body: Record<string, unknown> & { error?: string; code?: string };
  text: string;
  headers: Headers;
}

/** A plain request without an SDK. */
export async function send(
  world: World,
  method: string,
  target: string,
  options: SendOptions = {},
): Promise<Reply> {
  const { token, json, body, headers } = options;
  const url = target.startsWith('http') ? target : world.emulator.url + target;
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
    body: json === undefined ? body : JSON.stringify(json),
  });
  const text = await response.text();
  let parsed: unknown = text;
  try {
    parsed = JSON.parse(text);
  } catch {
    // Not JSON: the text is the answer.
  }
  return {
    status: response.status,
    body: parsed as Reply['body'],
    text,
    headers: response.headers,
  };
}

const require = createRequire(import.meta.url);
const { sign } = require('@cloudbase/signature-nodejs') as {
  sign(options: object): { authorization: string; timestamp: number };
};

/** A signed server request with any body, also one that the SDK would never send. */
export function callAdmin(world: World, body: Record<string, unknown>): Promise<Reply> {
  const { secretId, secretKey, url, port } = world.emulator;
  const target = `${url}/admin?env=local&seqId=1`;
  const headers = { 'Content-Type': 'application/json', Host: `127.0.0.1:${port}` };
  const params = { envName: 'local', ...body };
  const keys = { secretId, secretKey, method: 'post', url: target, params, headers };
  const { authorization, timestamp } = sign({ ...keys, withSignedParams: true });
  return send(world, 'POST', target, {
    json: params,
    headers: {
      'content-type': 'application/json',
      authorization,
      'x-timestamp': String(timestamp),
      'x-signature-expires': '600',
    },
  });
}

export interface SendOptions {
  token?: string;
  json?: unknown;
  body?: BodyInit;
  headers?: Record<string, string>;
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  sub: string;
  scope: string;
}

export async function signInAnonymously(world: World, device = 'device-1'): Promise<Tokens> {
  const { body } = await send(world, 'POST', '/auth/v1/signin/anonymously?client_id=local', {
    json: {},
    headers: { 'x-device-id': device },
  });
  return body as unknown as Tokens;
}

export async function signInAs(world: World, uid: string): Promise<Tokens> {
  const ticket = world.app.auth().createTicket(uid);
  const { body } = await send(world, 'POST', '/auth/v1/signin/custom?client_id=local', {
    json: { provider_id: 'custom', ticket },
  });
  return body as unknown as Tokens;
}

export function invoke(
  world: World,
  name: string,
  token: string,
  event: unknown = {},
): Promise<Reply> {
  return send(world, 'POST', `/v1/functions/${name}`, { token, json: event });
}
