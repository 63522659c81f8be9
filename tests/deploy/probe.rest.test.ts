import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startPlatform } from '../../emulator/tests/conformance/management/platform.ts';
import { connectCloud } from '../../scripts/deploy/cloud.ts';
import { readDatabase } from '../../scripts/deploy/facts.ts';
import { readCollections } from '../../scripts/deploy/parts/collections.ts';
import { useServerSdk } from '../../scripts/shared/environment.ts';

const platform = await startPlatform();
const { envId, secretId, secretKey, url: endpoint } = platform.emulator;
const environment = {
  envId,
  region: 'ap-shanghai',
  secretId,
  secretKey,
  endpoint,
  close: () => Promise.resolve(),
};
// The SDK reads where it points when it is loaded.
useServerSdk(environment);
const { hasOrders, probe, questions } = await import('../../scripts/doctor/probe/run.ts');

let cloud = connectCloud(environment);
beforeEach(async () => {
  cloud.close();
  // What an environment knows is remembered.
  cloud = connectCloud(environment);
  await platform.seam('management', {
    interfaces: 'both',
    databases: 'document',
    reportsLimits: false,
    runsOn: false,
    limits: { indexes: 64 },
    denied: [],
  });
});
afterAll(async () => {
  cloud.close();
  await platform[Symbol.asyncDispose]();
});

const none = () => Promise.reject(new Error('No version was deployed'));
const ask = async (report?: (question: string, answer: string) => void) => {
  const options = { cloud, hasOrders: false, open: none, records: 2_000 };
  const found = await probe({ ...options, ...(report && { report }) });
  return (question: string) => found.get(question) ?? '';
};
const left = async () => {
  await platform.seam('management', { interfaces: 'both' });
  return [...(await readCollections(cloud, await readDatabase(cloud)))].filter(name =>
    name.startsWith('probe_'),
  );
};

describe('an environment without a version', () => {
  it('is asked all but what a version is needed for, and nothing is left in it', async () => {
    const found = await ask();
    expect(questions.filter(question => found(question) === '')).toEqual([]);
    expect(found('Is there a document database?')).toMatch(/^tnt-\w+ RUNNING$/);
    expect(found('Which plan, what does it promise?')).toBe(
      'baas_personal; DescribeEnvPlans: Qps 500; DescribeBaasPackageList: InvalidAction',
    );
    expect(found('How many functions?')).toBe('FunctionsCount 0');
    expect(found('Does the plan run on when it is used up?')).toBe('EnableOverrun false');
    expect(found('Which calls does the environment know?')).toMatch(
      /^DescribeHTTPServiceRoute known, .*DescribeRoleList known/,
    );
    expect(found('Does `DescribeTables` take the database by `EnvId` alone?')).toBe(
      'EnvId alone answers; MongoConnector answers; Tag answers',
    );
    expect(found('Is the default domain there?')).toBe(new URL(endpoint).host);
    expect(found("What does a site's store say?")).toBe('hosting is off');
    expect(found('How many indexes may a collection have?')).toMatch(
      /^62 beside 2 of the platform's, and no refusal; /,
    );
    expect(found('Are names of indexes with dots taken, and long ones?')).toMatch(
      /: taken; .*: taken/,
    );
    expect(found('How is a duplicate told?')).toMatch(
      /^a unique key: known, .*; in a transaction: known, .*; the same _id: known, /,
    );
    expect(found('What does an update count?')).toBe(
      'update 0, in a transaction 0, updateAndReturn 1, in a transaction 1, of which a rollback leaves 0',
    );
    expect(found('How many rows does an aggregation answer?')).toBe('20 of 30');
    expect(found('How large may an answer be?')).toContain('larger than 16 MB');
    expect(found('Does a second writer wait or fail?')).toMatch(
      /^the second statement: DATABASE_TRANSACTION_CONFLICT.*; first commit: done/,
    );
    expect(found('How many requests at once?')).toMatch(/^40 in \d+ ms; 100 in \d+ ms$/);
    expect(found('Is the order within several values merged by an index?')).toMatch(
      /^\d+ ms for three values, \d+ ms for one, of 2000 records$/,
    );
    expect(found('Does a read see what was just written?')).toBe('0 of 100 old');
    expect(found('Whom does the gateway let through?')).toBe(
      'could not be asked: No version was deployed',
    );
    expect(found('Does a second publishable key fail?')).toContain('no first one');
    expect(await left()).toEqual([]);
  }, 60_000);

  it('is distinguished from one that answers otherwise', async () => {
    await platform.seam('management', {
      interfaces: 'old',
      reportsLimits: true,
      runsOn: true,
      limits: { indexes: 20, connections: 8 },
    });
    await platform.seam('inject', {
      action: 'database.insertDocument',
      code: 'DATABASE_WRITE_DENIED',
      skip: 1,
      times: 1,
    });
    await platform.seam('inject', { action: 'database.getDocument', delayMs: 100, times: 20 });
    const found = await ask();
    expect(found('How many functions?')).toBe('FunctionsCount 50');
    expect(found('Does the plan run on when it is used up?')).toBe('EnableOverrun true');
    expect(found('Which calls does the environment know?')).toContain(
      'DescribeHTTPServiceRoute InvalidAction, DescribeResourcePermission InvalidAction',
    );
    expect(found('Does `DescribeTables` take the database by `EnvId` alone?')).toMatch(
      /^EnvId alone InvalidAction: /,
    );
    expect(found('How many indexes may a collection have?')).toMatch(
      /^18 beside 2 of the platform's, then LimitExceeded\.OutOfIndexQuota/,
    );
    expect(found('How is a duplicate told?')).toMatch(
      /^a unique key: UNKNOWN, DATABASE_WRITE_DENIED/,
    );
    expect(found('How many requests at once?')).toMatch(
      /^40 in \d+ ms, \d+ refused: EXCEED_CONCURRENT_REQUEST_LIMIT/,
    );
    expect(await left()).toEqual([]);
  }, 60_000);

  it('is asked nothing of a database that it does not have', async () => {
    await platform.seam('management', { databases: 'postgresql' });
    const found = await ask();
    expect(found('Is there a document database?')).toBe('none');
    expect(found('How is a duplicate told?')).toMatch(/^could not be asked: /);
    expect(found('How many indexes may a collection have?')).toMatch(/^could not be asked: /);
  });

  it('hears of a collection that could not be deleted, which the next run deletes', async () => {
    await platform.seam('management', { denied: ['tcb:DeleteTable'] });
    const lines: string[] = [];
    const found = await ask((question, answer) => void lines.push(`${question} ${answer}`));
    const names = await left();
    expect(names.length).toBeGreaterThan(0);
    expect(found('How many indexes may a collection have?')).toMatch(/probe_\w+ is left/);
    expect(lines.join('\n')).toMatch(/Left behind The collection probe_\w+ is left/);
    await platform.seam('management', { denied: [] });
    await ask();
    expect(await left()).toEqual([]);
  }, 60_000);
});

it('knows whether anything has been bought', async () => {
  expect(await hasOrders()).toBe(false);
  await platform.library.database.createCollection('orders');
  expect(await hasOrders()).toBe(false);
  await platform.emulator.database.handle('database.insertDocument', {
    collectionName: 'orders',
    data: ['{"_id":"one"}'],
  });
  expect(await hasOrders()).toBe(true);
});
