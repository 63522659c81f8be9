import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { collections } from '#contract/collections.ts';
import {
  type Platform,
  startPlatform,
} from '../../emulator/tests/conformance/management/platform.ts';
import { deleteObjects } from '../../scripts/deploy/bucket.ts';
import { carryOut, changesOf, describe, planAll } from '../../scripts/deploy/carryOut.ts';
import type { Cloud } from '../../scripts/deploy/cloud.ts';
import type { Deployment } from '../../scripts/deploy/deployment.ts';
import { type Facts, readFacts } from '../../scripts/deploy/facts.ts';
import { collectionsPart } from '../../scripts/deploy/parts/collections.ts';
import { oldIndexesPart } from '../../scripts/deploy/parts/oldIndexes.ts';
import { recordPart } from '../../scripts/deploy/parts/record.ts';
import {
  type IndexNames,
  readVersions,
  recordBegun,
  recordVersion,
} from '../../scripts/deploy/versions.ts';
import { migrationIds } from '../../scripts/migrations/list.ts';
import { addIndex, cloudOf, dropIndex, indexNames } from './platformIndexes.ts';

const VERSIONS = 'deployments/versions.json';
const [full, other] = ['orders', 'exports'].map(wanted =>
  collections.find(({ name }) => name === wanted),
) as [(typeof collections)[number], (typeof collections)[number]];
const firstOfFull = full.indexes[0]!.name;

let platform: Platform;
let cloud: Cloud;
let facts: Facts;
beforeAll(async () => {
  platform = await startPlatform();
  cloud = cloudOf(platform);
  facts = await readFacts(cloud);
  await makeCollections();
});
beforeEach(async () => {
  await platform.seam('management', { delays: { index: 0 }, denied: [] });
  for (const { name, indexes } of [full, other]) {
    const declared = new Set(['_id_', '_openid_1', ...indexes.map(index => index.name)]);
    for (const index of await namesIn(name)) if (!declared.has(index)) await drop(name, index);
  }
  await makeCollections();
  await deleteObjects(cloud, { name: facts.bucket, region: facts.region }, [VERSIONS]);
});
afterAll(async () => {
  cloud.close();
  await platform[Symbol.asyncDispose]();
});

const makeCollections = async () =>
  carryOut([collectionsPart(await open('v0', false))], () => undefined, noTurn);

const noTurn = () => Promise.resolve();

const namesIn = (collection: string) => indexNames(platform.library, collection);
const drop = (collection: string, index: string) => dropIndex(platform.library, collection, index);
const add = (collection: string, index: string) => addIndex(platform.library, collection, index);

const releaseOf = (version: string) => ({ version, functions: [], site: [] });
const open = async (version: string, dropIndexes = true): Promise<Deployment> =>
  ({
    cloud,
    facts,
    dropIndexes,
    release: releaseOf(version),
    versions: await readVersions(cloud, facts),
    gatewayWay: 'own',
  }) as unknown as Deployment;
const partsOf = (deployment: Deployment) => [
  collectionsPart(deployment),
  recordPart(deployment, null),
  oldIndexesPart(deployment),
];

const planOf = async (version: string) =>
  describe(await planAll(partsOf(await open(version)))).filter(line => line.startsWith('  '));
/** What of a deployment is about indexes and versions. @returns what was done, in its order */
const deploy = async (version: string): Promise<string[]> => {
  const done: string[] = [];
  await carryOut(partsOf(await open(version)), line => done.push(line.trim()), noTurn);
  expect(changesOf(await planAll(partsOf(await open(version))))).toEqual([]);
  return done.filter(line => line.startsWith('done: ')).map(line => line.slice('done: '.length));
};

/** A version that was deployed, or returned to. */
const remember = async (version: string, indexes: IndexNames, isRollback = false) => {
  const versions = await readVersions(cloud, facts);
  const about = {
    deployTime: 0,
    commit: null,
    migrations: migrationIds,
    indexes,
  };
  await recordVersion(cloud, facts, versions, releaseOf(version), about, isRollback, {});
};

it('an index that no version declares is named, goes with --drop-indexes once the new version is in use, and a second run has nothing to do', async () => {
  await remember('v1', {});
  await add(other.name, 'a1');
  await add('userTags', 'a2');

  const [named] = (await collectionsPart(await open('v2', false)).plan()).filter(
    ({ name }) => name === 'indexes of exports',
  );
  expect(named!.why).toBe('not declared is a1; --drop-indexes removes what no kept version needs');
  expect(await planOf('v2')).toContain(
    '  ~ index exports.a1: is removed: no kept version needs it',
  );
  expect(await deploy('v2')).toEqual(['v2', 'index userTags.a2', 'index exports.a1']);

  const declared = other.indexes.map(({ name }) => name);
  // Those of the platform are no version's, and stay.
  expect((await namesIn(other.name)).sort()).toEqual(['_id_', '_openid_1', ...declared].sort());
  expect(await deploy('v2')).toEqual([]);
});

it('an index stays as long as a version is kept that declares it, which the plan names', async () => {
  await remember('v1', { exports: ['a1'] });
  await add(other.name, 'a1');

  for (const version of ['v2', 'v3']) {
    expect(await planOf(version)).toContain('    index exports.a1: stays: version v1 needs it');
    expect(await deploy(version)).toEqual([version]);
  }

  // Three are kept: v4, v3 and v2.
  expect(await deploy('v4')).toEqual(['v4', 'index exports.a1']);
});

it('what only a version needs that a rollback has left goes', async () => {
  await remember('v1', {});
  await remember('v2', { exports: ['a1'] });
  await remember('v1', {}, true);
  await add(other.name, 'a1');
  expect(await deploy('v3')).toEqual(['v3', 'index exports.a1']);
});

it('where new indexes have no room, those that no version needs go before them', async () => {
  await remember('v1', {});
  await drop(full.name, firstOfFull);
  await add(full.name, 'a1');

  expect(await planOf('v2')).toEqual(
    expect.arrayContaining([
      '  ~ index orders.a1: is removed before the new ones: no version needs it',
    ]),
  );
  expect(await deploy('v2')).toEqual(['index orders.a1', `index orders.${firstOfFull}`, 'v2']);
});

it.each([
  ['needs it, in use until then', { orders: ['a1'] }, undefined],
  ['may need it, begun and not finished', {}, { version: 'v2', isRollback: false }],
])(
  'where new indexes have no room, one stays where another version %s',
  async (_why, declared, begun) => {
    await remember('v1', declared);
    if (begun) await recordBegun(cloud, facts, await readVersions(cloud, facts), begun, undefined);
    await drop(full.name, firstOfFull);
    await add(full.name, 'a1');

    const plan = await planOf('v3');
    expect(plan).toContain(
      '    indexes of orders: 21 with the new ones, of which some environments allow 20; not declared is a1: delete in the console what no version needs, if the new ones are refused',
    );
    expect(plan.join('\n')).not.toContain('is removed before the new ones');
    await expect(deploy('v3')).rejects.toMatchObject({ code: 'LimitExceeded.OutOfIndexQuota' });
    expect(await namesIn(full.name)).toContain('a1');
  },
);

it('waits for a collection that is building another index, and takes one that is gone already as removed', async () => {
  await add(other.name, 'a1');
  await add(other.name, 'b1');
  const steps = await oldIndexesPart(await open('v1')).plan();
  expect(steps.map(({ name }) => name)).toEqual(['index exports.a1', 'index exports.b1']);
  await drop(other.name, 'a1');
  await expect(drop(other.name, 'a1')).rejects.toMatchObject({ code: 'FailedOperation' });
  await platform.seam('management', { delays: { index: 700 } });
  await add(other.name, 'c1');

  for (const { run } of steps) await run!();

  expect(await namesIn(other.name)).toContain('c1');
  expect(await namesIn(other.name)).not.toContain('b1');
});

it('a removal that the platform refuses ends the deployment', async () => {
  await add(other.name, 'a1');
  const [step] = await oldIndexesPart(await open('v1')).plan();
  await platform.seam('management', { denied: ['tcb:UpdateTable'] });
  await expect(step!.run!()).rejects.toMatchObject({ action: 'UpdateTable' });
});
