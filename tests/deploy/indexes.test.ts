import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { collections } from '#contract/collections.ts';
import {
  type Platform,
  startPlatform,
} from '../../emulator/tests/conformance/management/platform.ts';
import type { Cloud } from '../../scripts/deploy/cloud.ts';
import type { Deployment } from '../../scripts/deploy/deployment.ts';
import { explain } from '../../scripts/deploy/explain.ts';
import { readDatabase } from '../../scripts/deploy/facts.ts';
import type { Step } from '../../scripts/deploy/part.ts';
import { collectionsPart, createCollection } from '../../scripts/deploy/parts/collections.ts';
import { addIndex, cloudOf, dropIndex, indexNames } from './platformIndexes.ts';

const { name, acl, indexes } = collections.find(one => one.name === 'orders')!;

let platform: Platform;
let cloud: Cloud;
beforeAll(async () => {
  platform = await startPlatform();
  cloud = cloudOf(platform);
});
beforeEach(async () => {
  await createCollection(cloud, { name, acl, indexes });
});
afterAll(async () => {
  cloud.close();
  await platform[Symbol.asyncDispose]();
});

const ofOrders = async (): Promise<Step[]> => {
  const facts = await readDatabase(cloud);
  const steps = await collectionsPart({ cloud, facts } as Deployment).plan();
  return steps.filter(step => / orders\b/.test(step.name) && (step.run ?? step.why));
};
const namesNow = () => indexNames(platform.library, name);

it('a collection with all that is declared fits into the smallest environment', async () => {
  expect(await namesNow()).toHaveLength(indexes.length + 2);
  expect(await ofOrders()).toEqual([]);
});

it('without --drop-indexes the plan names in one sentence what may be deleted, and takes nothing away', async () => {
  const { library } = platform;
  await dropIndex(library, name, indexes[0]!.name);
  await addIndex(library, name, 'a1');

  const [create, leave] = await ofOrders();
  expect(leave).toMatchObject({ action: 'leave', name: 'indexes of orders' });
  expect(leave!.why).toBe(
    '21 with the new ones, of which some environments allow 20; not declared is a1: --drop-indexes removes what no version needs, before the new ones',
  );
  const refusal: unknown = await create!.run!().catch((error: unknown) => error);
  expect(explain(refusal, cloud)).toMatch(
    /as many indexes as the environment allows: the plan names those that are not declared/,
  );
  expect(await namesNow()).toContain('a1');

  await dropIndex(library, name, 'a1');
  await (
    await ofOrders()
  )[0]!.run!();
  expect(await ofOrders()).toEqual([]);
});
