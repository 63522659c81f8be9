import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertAll } from '../../scripts/demo/seedDatabase.ts';
import {
  type DeployedEnvironment,
  ENV_ID,
  openEnvironment,
  type RunOptions,
} from './environment.ts';
import { makeFunction } from './steps.ts';

const SECONDS = 1_000;

let environment: DeployedEnvironment;
beforeAll(async () => {
  environment = await openEnvironment();
});
afterAll(() => environment[Symbol.asyncDispose]());

const calm = {
  status: 'NORMAL',
  databases: 'document',
  denied: [],
  reportsLimits: false,
  limits: { triggers: 10, functions: 50 },
};
beforeEach(async () => {
  await environment.seam('management', calm);
});

interface Beginning {
  title: string;
  args?: string[];
  env?: RunOptions['env'];
  /** How the platform behaves. */
  management?: object;
  says: RegExp;
}

/** Each is refused with a sentence that says what to do, and leaves an empty environment empty. */
const beginnings: Beginning[] = [
  {
    title: 'no credentials',
    env: { TENCENTCLOUD_SECRETID: '', TENCENTCLOUD_SECRETKEY: '' },
    says: /are not set: make a key in the console/,
  },
  {
    title: 'a key that does not exist',
    env: { TENCENTCLOUD_SECRETID: 'AKIDnobody' },
    says: /does not know TENCENTCLOUD_SECRETID: copy the key again/,
  },
  {
    title: 'a wrong secret key',
    env: { TENCENTCLOUD_SECRETKEY: 'Zz9Yy8Xx7Ww6Vv5U' },
    says: /TENCENTCLOUD_SECRETKEY does not belong to TENCENTCLOUD_SECRETID: copy both again/,
  },
  {
    title: 'no permission',
    management: { denied: ['*'] },
    says: /The key may not do this in shop-1a2b: give its user the policies/,
  },
  ...['tcb:UpdateTable', 'scf:DeleteTrigger', 'tcb:DeleteHTTPServiceRoute', 'cos:DeleteObject'].map(
    denied => ({
      title: `a key that may not change all, as ${denied}`,
      management: { denied: [denied] },
      says: /The key may not do this in shop-1a2b: give its user the policies/,
    }),
  ),
  {
    title: 'a wrong region',
    args: ['--region', 'ap-guangzhou'],
    says: /no environment shop-1a2b in ap-guangzhou .* name another region with --region/,
  },
  {
    title: 'an environment of another owner',
    args: ['--env', 'other-9z8y'],
    says: /no environment other-9z8y in ap-shanghai that this key may see/,
  },
  {
    title: 'an expired plan',
    management: { status: 'ISOLATE' },
    says: /status is ISOLATE, not NORMAL: renew its plan/,
  },
  {
    title: 'an environment without a document database',
    management: { databases: 'postgresql' },
    says: /has no document database .* make another one, with flexdb among its resources/,
  },
  {
    title: 'a weak secret',
    env: { VOD_SECRET_KEY: 'changeme' },
    says: /VOD_SECRET_KEY is a placeholder/,
  },
  {
    title: 'a missing secret',
    env: { VOD_SECRET_ID: '' },
    says: /VOD_SECRET_ID is missing/,
  },
  {
    title: 'too many timers for the plan',
    management: { reportsLimits: true, limits: { triggers: 1 } },
    says: /allows 1 timers of one function, 2 are needed: ask the platform's support/,
  },
  {
    title: 'too many functions for the plan',
    management: { reportsLimits: true, limits: { functions: 20 } },
    says: /allows 20 functions, \d+ are needed: choose a larger plan/,
  },
];

const isEmpty = async () => {
  await environment.seam('management', calm);
  expect(await environment.state()).toEqual({ deployed: [], collections: [], site: [] });
};

describe.each(beginnings)('deploying with $title', ({ args, env, management, says }) => {
  it('is refused with what to do, and changes nothing', { timeout: 60 * SECONDS }, async () => {
    if (management) await environment.seam('management', management);
    const { code, output } = await environment.deploy(['--yes', ...(args ?? [])], env && { env });
    expect(output).toMatch(says);
    expect(code).toBe(1);
    expect(output).not.toMatch(/\n {4}at /);
    await isEmpty();
  });
});

describe('deploying into an environment that holds something', () => {
  it('names functions that are not its own', { timeout: 60 * SECONDS }, async () => {
    await using other = await openEnvironment();
    await makeFunction(other.library, {
      name: 'adminAuth',
      installDependency: false,
      description: 'theirs',
    });
    const before = await other.state();
    const { code, output } = await other.deploy();
    expect(output).toMatch(/There is a function adminAuth already that this product has not made/);
    expect(code).toBe(1);
    expect(await other.state()).toEqual(before);
  });

  it('names records that a unique index does not allow', { timeout: 60 * SECONDS }, async () => {
    await using other = await openEnvironment();
    await other.library.database.createCollection('orders');
    await insertAll(other.emulator, {
      orders: ['a', 'b'].map(_id => ({ _id, orderNo: 'P1', createTime: 1, rev: 1 })),
    });
    const before = await other.state();
    const { code, output } = await other.deploy();
    expect(output).toMatch(
      /collection orders holds 1 groups? of records with the same orderNo.* keep one record of each/,
    );
    expect(code).toBe(1);
    expect(await other.state()).toEqual(before);
  });

  it(
    'says after a lost network that the next run goes on, and it does',
    { timeout: 240 * SECONDS },
    async () => {
      await using other = await openEnvironment();
      const lost = { action: 'management.CreateTable', skip: 10, times: 1_000, close: true };
      await other.seam('inject', { ...lost, when: 'before' });
      const cut = await other.deploy();
      expect(cut.output).toMatch(/could not be reached.* run the command again, it goes on/);
      expect(cut.code).toBe(1);
      await other.seam('settle', {});
      const again = await other.deploy();
      expect(again.code, again.output).toBe(0);
      expect(again.output).toMatch(/Collections and indexes \(1[0-9] as they should be\)/);
    },
  );
});

it('names the environment in its usage', async () => {
  const { code, output } = await environment.run('deploy', ['--env', '', '--plan']);
  expect(code).toBe(1);
  expect(output).toContain('--env ENV_ID');
  expect(output).not.toContain(ENV_ID);
});
