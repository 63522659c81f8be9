import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXAMPLE_PASSWORD } from '#contract/admin.ts';
import { copyDemoData } from './demoData.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** `PRODUCT=dev`: the sources as they are instead of a build, while a test is being written. */
const isDev = process.env['PRODUCT'] === 'dev';

/** `PRODUCT=deployed`: what `npm run deploy` makes of an empty platform, filled with the same demo data. */
const isDeployed = process.env['PRODUCT'] === 'deployed';

export interface Product {
  url: string;
  dataDir: string;
  output(): string;
  process: ChildProcess;
  /** SIGTERM and the exit code it ends with. */
  stop(): Promise<number | null>;
  /** Ends it and removes its data. */
  dispose(): Promise<void>;
}

export interface StartOptions {
  /** Where one is given, the start is what it says: the first one in an empty directory, the next in a filled one. */
  dataDir?: string;
  demo?: 'small' | 'none';
  test?: boolean;
  /** Processes that run functions. One by default: each has to load what it runs. */
  workers?: number;
  /** The repository whose build is started; by default this one. */
  root?: string;
  env?: Record<string, string>;
}

/** `npm start` as its own process on a free port, on demo data made before; resolves when it can be used. */
export const startProduct = async (options: StartOptions = {}): Promise<Product> => {
  if (options.dataDir) return start(options.dataDir, options);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'back-office-'));
  try {
    if (!isDev && !isDeployed && !options.root && options.demo !== 'none')
      await copyDemoData(dataDir, async empty => {
        const code = await (await start(empty)).stop();
        if (code !== 0) throw new Error(`the product that made the demo data ended with ${code}`);
      });
    return await start(dataDir, options);
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
};

const start = async (dataDir: string, options: StartOptions = {}): Promise<Product> => {
  const usual = ['--demo', options.demo ?? 'small'];
  if (options.test ?? true) usual.push('--test');
  const script = isDev
    ? ['--import', 'tsx', 'scripts/dev.ts', '--port', '0']
    : isDeployed
      ? ['--import', 'tsx', 'tests/product/deployed.ts']
      : ['scripts/start.js', '--port', '0', ...usual];
  const child = spawn(
    process.execPath,
    [...script, '--data', dataDir, '--workers', String(options.workers ?? 1)],
    {
      cwd: options.root ?? root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ADMIN_INITIAL_PASSWORD: EXAMPLE_PASSWORD, ...options.env },
    },
  );
  let output = '';
  const ended = new Promise<number | null>(resolve => child.on('close', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /(?:Visitor side|➜)\s+(http:\/\/(?:127\.0\.0\.1|localhost):\d+)/.exec(
        output,
      )?.[1];
      if (address) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(code => reject(new Error(`the product ended with ${code}:\n${output}`)));
  });
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return {
    url,
    dataDir,
    output: () => output,
    process: child,
    stop,
    dispose: async () => {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

export interface Envelope {
  code: number;
  message: string;
  data: Record<string, unknown>;
  requestId: string;
}

/** Calls a function over the gateway, as an outside script would. */
export const createCaller = (
  url: string,
  publishableKey = 'local-publishable-key',
  envId = 'local',
) => {
  let bearer = publishableKey;
  let token: string | undefined;
  const send = async (name: string, request: object): Promise<Envelope> => {
    const response = await fetch(`${url}/v1/functions/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    return (await response.json()) as Envelope;
  };
  const call = (name: string, action: string, data: unknown = {}): Promise<Envelope> =>
    send(name, { action, data, ...(token && { token }) });
  return {
    call,
    /** The whole request as the test makes it from the session's token. */
    raw: (name: string, request: (token: string | undefined) => object) =>
      send(name, request(token)),
    signIn: async (password: string = EXAMPLE_PASSWORD, username = 'admin') => {
      const { code, data, message } = await call('adminAuth', 'login', { username, password });
      if (code !== 0) throw new Error(message);
      const response = await fetch(`${url}/auth/v1/signin/custom?client_id=${envId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ provider_id: 'custom', ticket: data['ticket'] }),
      });
      bearer = ((await response.json()) as { access_token: string }).access_token;
      token = String(data['token']);
    },
  };
};
