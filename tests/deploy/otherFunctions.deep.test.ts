import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { BEAT_MS } from '#cloudfunctions/_shared/base/due.ts';
import { functionNames } from '../../scripts/build/platform.ts';
import { readFunctions } from '../../scripts/deploy/functions.ts';
import { buildVersionBefore, type VersionBefore } from '../product/versionBefore.ts';
import { rememberEarlier } from './earlierVersion.ts';
import { openEnvironment } from './environment.ts';
import { deployed, MINUTES } from './steps.ts';
import { watch } from './watch.ts';

/** The last version with a function for each timer and each callback: 49 of 50 that the platform allows. */
const MANY = {
  version: 'with 49 functions',
  commit: '19e3c560',
  migrations: ['0001-figures-as-text', '0002-export-sums', '0003-next-grants'],
};

let before: VersionBefore | undefined;
afterAll(() => before && rmSync(before.folder, { recursive: true, force: true }));

it(
  'goes to a version with other functions and back, where there is room for one more only, and one of them works at a time',
  { timeout: 10 * MINUTES },
  async () => {
    const kek = randomBytes(32).toString('base64');
    before = await buildVersionBefore(kek, MANY);
    await using environment = await openEnvironment();
    const { cloud, emulator } = environment;
    const names = async () => [...(await readFunctions(cloud)).keys()].sort();
    const answer = async (path: string) => {
      const { status } = await fetch(`${emulator.url}${path}`, { method: 'POST', body: '{}' });
      return status;
    };
    await deployed(environment);
    /** Rules of functions that are gone stay, and mean nothing. */
    const state = async () => {
      const { deployed: all, ...rest } = await environment.state();
      return { ...rest, deployed: (all as [string][]).filter(([kind]) => kind !== 'rule') };
    };
    const first = await state();
    expect(await names()).toEqual([...functionNames].sort());
    const earlier = await rememberEarlier(environment, before);
    expect(earlier).toHaveLength(49);

    const stopBack = watch(environment, 'worker');
    const back = await environment.deploy(['--rollback', '--yes']);
    expect(back.code, back.output).toBe(0);
    const backwards = await stopBack();
    expect(await names()).toEqual([...earlier].sort());
    // Not the page of the product: the function that it leads to.
    expect([400, 500]).toContain(await answer('/notify/wechat-pay'));
    expect(await answer('/notify/runninghub/x')).toBe(404);

    const stopForth = watch(environment, 'worker');
    await deployed(environment);
    const forwards = await stopForth();
    expect(await names()).toEqual([...functionNames].sort());
    expect(await state()).toEqual(first);
    expect([400, 500]).toContain(await answer('/notify/wechat-pay'));
    console.log(JSON.stringify({ backwards, forwards }));
    for (const { most, both, neitherMs } of [backwards, forwards]) {
      expect(most).toBeLessThanOrEqual(50);
      expect(both).toBe(0);
      expect(neitherMs).toBeLessThan(BEAT_MS);
    }
  },
);
