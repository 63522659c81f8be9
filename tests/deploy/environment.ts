import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type CloudBase from '@cloudbase/manager-node';
import Libsql from 'libsql';
import { type Emulator, type EmulatorOptions, startEmulator } from '#emulator/emulator.ts';
import { listObjects } from '../../scripts/deploy/bucket.ts';
import { type Cloud, connectCloud } from '../../scripts/deploy/cloud.ts';
import { readDatabase, readFacts } from '../../scripts/deploy/facts.ts';
import { readCollections } from '../../scripts/deploy/parts/collections.ts';
import { build, dist, root } from '../../scripts/shared/built.js';

await build();

const keys = { secretId: 'AKIDdeploying', secretKey: 'kP3n8Wq2Zt7Rb5Lx' };
export const ENV_ID = 'shop-1a2b';

/** What the operator sets; the secrets are made up. */
const given = {
  TENCENTCLOUD_SECRETID: keys.secretId,
  TENCENTCLOUD_SECRETKEY: keys.secretKey,
  VOD_SECRET_ID: 'AKIDvideo7Hq2m',
  VOD_SECRET_KEY: 'w8Jr2Nc6Ty4Vd1Ke',
};

export interface Run {
  /** Null when it was killed. */
  code: number | null;
  output: string;
}

export interface RunOptions {
  /** Variables beside the usual; an empty one takes a usual one away. */
  env?: Record<string, string>;
  /** The Node that runs it; this one when absent. */
  node?: string;
  /** Written to its standard input. */
  input?: string;
  /** Called with each line as it comes. */
  onLine?(line: string, child: ChildProcess): void;
}

/** An empty local platform, and the commands of the operator who deploys to it, each a process of its own. */
export interface DeployedEnvironment extends AsyncDisposable {
  emulator: Emulator;
  dataDir: string;
  cloud: Cloud;
  library: CloudBase;
  /** A copy of what is built, which may be changed. */
  built: string;
  /** `npm run <script> -- --env … <args>` */
  run(script: string, args?: string[], options?: RunOptions): Promise<Run>;
  deploy(args?: string[], options?: RunOptions): Promise<Run>;
  seam(name: string, body: object): Promise<void>;
  /** All that is deployed, without what differs from one deployment to the next: times, ids and secrets. */
  state(): Promise<Record<string, unknown>>;
}

export const openEnvironment = async (
  management: EmulatorOptions['management'] = {},
  more: Pick<EmulatorOptions, 'mounts' | 'log'> = {},
): Promise<DeployedEnvironment> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'deployed-'));
  const dataDir = path.join(folder, 'data');
  const built = path.join(folder, 'built');
  for (const part of ['app', 'functions'])
    cpSync(path.join(dist, part), path.join(built, part), { recursive: true });
  const emulator = await startEmulator({
    port: 0,
    dataDir,
    management,
    ...more,
    functionsDir: folder,
    workers: 2,
    test: true,
    config: { envId: ENV_ID, collections: [], functions: {} },
    ...keys,
  });
  const cloud = connectCloud({
    ...keys,
    envId: ENV_ID,
    region: 'ap-shanghai',
    endpoint: emulator.url,
    close: () => Promise.resolve(),
  });
  const { library } = cloud;

  const run: DeployedEnvironment['run'] = (
    script,
    args = [],
    { env, node = process.execPath, input = '', onLine } = {},
  ) =>
    new Promise((resolve, reject) => {
      const child = spawn(
        node,
        [
          '--import',
          'tsx',
          `scripts/${script}.ts`,
          '--endpoint',
          emulator.url,
          ...(args.includes('--env') ? [] : ['--env', ENV_ID]),
          ...args,
        ],
        { cwd: root, env: { ...process.env, ...given, ...env }, stdio: 'pipe' },
      );
      let output = '';
      let passedOn = 0;
      const read = (chunk: Buffer) => {
        output += chunk.toString();
        const lines = output.split('\n');
        for (; passedOn < lines.length - 1; passedOn += 1) onLine?.(lines[passedOn]!, child);
      };
      child.stdin.end(input);
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.on('error', reject);
      child.on('close', code => resolve({ code, output }));
    });

  return {
    emulator,
    dataDir,
    cloud,
    library,
    built,
    run,
    deploy: (args = ['--yes'], options) =>
      run(
        'deploy',
        args.includes('--rollback') ? args : ['--built', built, '--print', ...args],
        options,
      ),
    seam: async (name, body) => {
      const answer = await fetch(`${emulator.url}/__emulator/${name}`, {
        method: 'POST',
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    state: async () => ({
      deployed: deployedIn(path.join(dataDir, 'platform.sqlite'), new URL(emulator.url).host),
      collections: await collectionsOf(cloud),
      site: await siteOf(cloud, emulator.url),
    }),
    async [Symbol.asyncDispose]() {
      cloud.close();
      await emulator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** What a deployment declares, as the platform keeps it. */
const DECLARED = [
  'function',
  'httpPath',
  'rule',
  'login',
  'provider',
  'bucketSetting',
  'style',
  'rolePolicies',
  'rego',
  'domain',
];

/** Made anew by each deployment, a moment, or how the last change was called. */
const CHANGING =
  /^(id|change|addTime|modTime|createdAt|updatedAt|createTime|until|from|before|APP_KEK_1|CUSTOM_LOGIN_KEY|key|keyId|privateKey|private_key|apiId)$/i;

const stable = (value: unknown): unknown => {
  // Timers are made in any order.
  if (Array.isArray(value))
    return value
      .map(stable)
      .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !CHANGING.test(name))
      .map(([name, inner]) => [name, stable(inner)]),
  );
};

const deployedIn = (file: string, host: string) => {
  const database = new Libsql(file, { readonly: true });
  const rows = database
    .prepare('SELECT kind, name, value FROM deployed ORDER BY kind, name')
    .all([]) as { kind: string; name: string; value: string }[];
  database.close();
  return rows
    .filter(({ kind }) => DECLARED.includes(kind))
    .map(({ kind, name, value }) => [
      kind,
      name.replaceAll(host, 'HOST'),
      stable(JSON.parse(value.replaceAll(host, 'HOST'))),
    ]);
};

const collectionsOf = async (cloud: Cloud) => {
  const names = [...(await readCollections(cloud, await readDatabase(cloud)))].sort();
  return Promise.all(
    names.map(async name => {
      const { Indexes } = await cloud.library.database.describeCollection(name);
      const indexes = (Indexes ?? []).map(({ Name, Unique, Keys }) => ({ Name, Unique, Keys }));
      const param = { EnvId: ENV_ID, CollectionName: name };
      const { AclTag } = await cloud.call<{ AclTag: string }>('tcb', 'DescribeDatabaseACL', param);
      return [name, AclTag, indexes.sort((one, other) => (one.Name < other.Name ? -1 : 1))];
    }),
  );
};

/** It names the publishable key, which each environment has of its own. */
const OWN_TEXT = 'config.js';

/** A page says which addresses it may reach. */
const pageIn = async (url: string, key: string) =>
  (await (await fetch(`${url}/${key}`)).text()).replaceAll(new URL(url).host, 'HOST');

const siteOf = async (cloud: Cloud, url: string) => {
  const { hosting } = await readFacts(cloud);
  if (!hosting) return [];
  const files = await listObjects(cloud, { name: hosting.bucket, region: hosting.region }, '');
  const kept = files.map(async ({ key, md5 }) => [
    key,
    key === OWN_TEXT ? '' : key.endsWith('.html') ? await pageIn(url, key) : md5,
  ]);
  return (await Promise.all(kept)).sort();
};
