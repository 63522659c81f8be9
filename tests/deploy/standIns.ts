import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { EXAMPLE_PASSWORD } from '#contract/admin.ts';
import { insertAll } from '../../scripts/demo/seedDatabase.ts';
import { readFunctions } from '../../scripts/deploy/functions.ts';
import { localSandbox } from '../../scripts/shared/sandbox.ts';
import { earlierShapes } from '../earlierShapes.ts';
import { findRecords } from '../product/database.ts';
import { createCaller } from '../product/product.ts';
import type { VersionBefore } from '../product/versionBefore.ts';
import { ENV_ID, openEnvironment, type Run } from './environment.ts';

export type Row = Record<string, unknown>;

/** All visitors come from one address here. */
const limits = Object.fromEntries(
  [
    'PUBLIC_CALLS_PER_MINUTE',
    'ACCOUNTS_PER_ADDRESS',
    'GIFTS_PER_ADDRESS',
    'ORDERS_PER_ADDRESS',
    'PHOTOS_PER_ADDRESS',
  ].map(name => [name, '1000000']),
);

/** An empty environment whose functions call stand-ins of the payment and the image service. */
export const openWithStandIns = async (kek: string) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'stand-ins-'));
  const lines: string[] = [];
  const local = localSandbox(dataDir, true, () => environment.emulator);
  const environment = await openEnvironment(
    // The version before had 52 functions.
    { conditions: { delays: { function: 300 }, limits: { functions: 60 }, tellsLimits: true } },
    { mounts: local.mounts, log: line => lines.push(line) },
  );
  const { emulator, cloud } = environment;
  const env = { ...local.variables(emulator.url), ...limits, APP_KEK_1: kek };
  const succeeds = async (run: Promise<Run>) => {
    const { code, output } = await run;
    expect(code, output).toBe(0);
  };
  const standIn = (name: string) => `${emulator.url}/__sandbox/${name}`;
  return {
    environment,
    gateway: local.sandbox.wechatpay.gateway,
    /** What the platform has logged. */
    lines,
    deploy: (...args: string[]) => succeeds(environment.deploy([...args, '--yes'], { env })),
    run: (script: string, args: string[], input = '') =>
      succeeds(environment.run(script, args, { input, env })),
    steer: (name: string, given: object) =>
      fetch(standIn(name), { method: 'PUT', body: JSON.stringify(given) }),
    seen: async (name: string) => (await (await fetch(standIn(name))).json()) as Row,
    pay: async ({ orderNo }: Row) => {
      const body = JSON.stringify({ outTradeNo: orderNo });
      const { status } = await fetch(standIn('wechatpay/pay'), { method: 'POST', body });
      expect(status).toBe(200);
    },
    find: (collection: string, fields?: Row) =>
      findRecords(environment.dataDir, collection, fields, ENV_ID),
    functions: async () => [...(await readFunctions(cloud)).keys()].sort(),
    configure: () => local.configure(emulator),
    [Symbol.asyncDispose]: async () => {
      await environment[Symbol.asyncDispose]();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

export type Service = Awaited<ReturnType<typeof openWithStandIns>>;

/** The data of the version before, as none of the migrations has changed them, and the accounts at the stand-ins. */
export const storeDataBefore = async (
  { environment: { emulator }, configure, run }: Service,
  { records: { admins: _admins, migrations: _done, ...content } }: VersionBefore,
) => {
  await insertAll(emulator, earlierShapes(content));
  await emulator.database.handle('database.removeDocument', {
    collectionName: 'migrations',
    queryType: 'WHERE',
    query: '{}',
    multi: true,
  });
  await configure();
  await run('admin', ['create', 'deployer', '--password-stdin'], EXAMPLE_PASSWORD);
};

/** @throws on a refusal */
export const signInAdministrator = async (
  { environment: { emulator } }: Service,
  name = 'deployer',
) => {
  const caller = createCaller(emulator.url, emulator.publishableKey, ENV_ID);
  await caller.signIn(EXAMPLE_PASSWORD, name);
  return async (fn: string, action: string, data: object = {}) => {
    const { code, data: answer, message } = await caller.call(fn, action, data);
    if (code !== 0) throw new Error(`${fn}.${action}: ${code} ${message}`);
    return answer;
  };
};
