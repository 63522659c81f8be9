import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PRODUCT, RUNTIMES } from '../../scripts/build/platform.ts';
import { insertAll } from '../../scripts/demo/seedDatabase.ts';
import { getObject, putObject } from '../../scripts/deploy/bucket.ts';
import { connectCloud } from '../../scripts/deploy/cloud.ts';
import { readFacts } from '../../scripts/deploy/facts.ts';
import { createTimer } from '../../scripts/deploy/parts/timers.ts';
import type { Versions } from '../../scripts/deploy/versions.ts';
import { migrationIds } from '../../scripts/migrations/list.ts';
import { type DeployedEnvironment, ENV_ID, openEnvironment } from './environment.ts';
import {
  deployed,
  makeFunction,
  migration,
  MINUTES,
  statusOf,
  switchTimerOff,
  versionIn,
} from './steps.ts';

/** Deploys two versions, of which the first is remembered without the last migration. */
const deployTwo = async (environment: DeployedEnvironment) => {
  const { emulator, built } = environment;
  await deployed(environment);
  const first = await environment.state();
  appendFileSync(path.join(built, 'functions/adminDashboard/index.js'), '\n//\n');
  await deployed(environment);
  const { secretId, secretKey, url: endpoint } = emulator;
  const close = () => Promise.resolve();
  const keys = { envId: ENV_ID, region: 'ap-shanghai', secretId, secretKey, endpoint, close };
  const cloud = connectCloud(keys);
  try {
    const { bucket: name, region } = await readFacts(cloud);
    const file = [cloud, { name, region }, 'deployments/versions.json'] as const;
    const versions = JSON.parse((await getObject(...file))!.toString()) as Versions;
    versions.kept[1]!.migrations = migrationIds.slice(0, -1);
    await putObject(...file, Buffer.from(JSON.stringify(versions)), { type: 'application/json' });
  } finally {
    cloud.close();
  }
  return first;
};

const lastMigration = migrationIds.at(-1)!;

it(
  'returns to the version that was in use before, whatever else has changed, and never to a rejected one',
  { timeout: 5 * MINUTES },
  async () => {
    await using environment = await openEnvironment();
    const { built, library } = environment;
    const dashboard = path.join(built, 'functions/adminDashboard/index.js');
    const versions = [versionIn(await deployed(environment))];
    for (const text of ['second', 'third']) {
      appendFileSync(dashboard, `\n// ${text}\n`);
      versions.push(versionIn(await deployed(environment)));
    }
    const [first, second, third] = versions;
    const returned = async () => {
      const { code, output } = await environment.deploy(['--rollback', '--yes']);
      expect(code, output).toBe(0);
      expect(output).toMatch(/Rollback\n {2}~ to version \w+: deployed 20\d\d-/);
      return versionIn(output);
    };
    await switchTimerOff(environment, 'worker', 'sweep');
    // What the version has stored is no reason to stay with it.
    await insertAll(environment.emulator, { orders: [{ _id: 'o1', createTime: 1, rev: 1 }] });
    expect(await returned()).toBe(second);
    // The third came to nothing; what replaces it returns to the second as well.
    appendFileSync(dashboard, '\n// fourth\n');
    await environment.emulator.database.handle('database.removeDocument', {
      collectionName: 'orders',
      query: JSON.stringify({ _id: 'o1' }),
    });
    expect([first, second, third]).not.toContain(versionIn(await deployed(environment)));
    await makeFunction(library, { name: 'oldTimers', description: PRODUCT, runtime: RUNTIMES[0] });
    await createTimer(environment.cloud, 'oldTimers', { name: 'every', config: '0 0 0 1 1 * *' });
    expect(await returned()).toBe(second);
    const { Triggers } = await library.functions.getFunctionDetail('oldTimers');
    expect(Triggers).toEqual([]);
  },
);

it(
  'does not return to a version whose data a migration has removed',
  { timeout: 5 * MINUTES },
  async () => {
    await using environment = await openEnvironment();
    await deployTwo(environment);
    await environment.emulator.database.handle('database.removeDocument', {
      collectionName: 'migrations',
      query: JSON.stringify({ _id: lastMigration }),
    });
    const removed = migration(lastMigration, 'removes');
    await insertAll(environment.emulator, { migrations: [removed] });
    const before = await environment.state();
    const { code, output } = await environment.deploy(['--rollback', '--yes']);
    expect(output).toContain(`${lastMigration} (9.0.0): Takes the old phone field away`);
    expect(code).toBe(1);
    expect(await environment.state()).toEqual(before);
  },
);

it(
  'returns to the same version after it was killed half way, and newer migrations run again',
  { timeout: 5 * MINUTES },
  async () => {
    await using environment = await openEnvironment();
    const first = await deployTwo(environment);
    expect(await statusOf(environment, lastMigration)).toBe('done');
    await environment.deploy(['--rollback', '--yes'], {
      onLine: (line, child) => {
        if (line === '  done: adminDashboard') child.kill('SIGKILL');
      },
    });
    // From here on the older version may be storing.
    expect(await statusOf(environment, lastMigration)).toBe('queued');
    const { code, output } = await environment.deploy(['--rollback', '--yes']);
    expect(code, output).toBe(0);
    expect(await environment.state()).toEqual(first);
    expect(await statusOf(environment, lastMigration)).toBe('queued');
    const tooFar = await environment.deploy(['--rollback', '--yes']);
    expect(tooFar.output).toContain('nothing to return to');
    expect((await environment.deploy(['--plan'])).output).toContain(`~ ${lastMigration}: `);
  },
);
