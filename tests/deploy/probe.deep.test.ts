import { expect, it } from 'vitest';
import { functionNames } from '../../scripts/build/platform.ts';
import { insertAll } from '../../scripts/demo/seedDatabase.ts';
import { readFacts } from '../../scripts/deploy/facts.ts';
import { openEnvironment } from './environment.ts';
import { deployed, MINUTES } from './steps.ts';

it(
  'asks a deployed environment as browsers and other services do, and prints the page filled in',
  { timeout: 12 * MINUTES },
  async () => {
    await using environment = await openEnvironment();
    const { cloud, emulator, library } = environment;
    const before = await environment.run('doctor', ['--probe']);
    expect(before.code, before.output).toBe(0);
    expect(before.output).toContain(
      '| 21 | Whom does the gateway let through? | could not be asked: No version was',
    );

    await deployed(environment);
    const state = await environment.state();
    const open = await environment.run('doctor', ['--probe']);
    expect(open.code, open.output).toBe(0);
    const cell = (output: string, number: number) =>
      new RegExp(`^\\| ${number} \\| [^|]* \\| ([^|]*) \\|`, 'm').exec(output)?.[1] ?? '';
    const all = functionNames.length;
    expect(cell(open.output, 9)).toBe(`${all} of ${all}, ${all} in all`);
    expect(cell(open.output, 12)).toBe('deployed less than half an hour ago');
    expect(cell(open.output, 19)).toContain('of 100000 records');
    expect(cell(open.output, 21)).toMatch(
      /the publishable key alone reach the functions: yes; .*a visitor .*: yes; .*an administrator .*: yes; .*: \w+: ACTION_FORBIDDEN/,
    );
    expect(cell(open.output, 23)).toMatch(
      /http:\/\/127\.0\.0\.1:\d+ may \(200\), https:\/\/stranger\.invalid may not \(403\)/,
    );
    expect(cell(open.output, 24)).toMatch(/^the service: on; \/notify\/wechat-pay: answered 500; /);
    expect(cell(open.output, 28)).toBe('rsa, 1024 bits, PKCS#1');
    expect(cell(open.output, 29)).toMatch(/the first one holds$/);
    // Only a second publishable key is left of it.
    expect(await environment.state()).toEqual(state);

    const { region, bucket } = await readFacts(cloud);
    await cloud.cos.deleteBucketCors({ Bucket: bucket, Region: region });
    await library.access.switchAuth(false);
    await environment.seam('management', { gateway: { refusesAs: 'EXCEED_AUTHORITY' } });
    await insertAll(emulator, { orders: [{ _id: 'one' }] });
    const refused = await environment.run('doctor', ['--probe']);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('has orders');
    const closed = await environment.run('doctor', ['--probe', '--yes']);
    expect(closed.code, closed.output).toBe(0);
    expect(cell(closed.output, 21)).toMatch(/: \w+: EXCEED_AUTHORITY$/);
    expect(cell(closed.output, 23)).toMatch(/http:\/\/127\.0\.0\.1:\d+ may not \(403\)/);
    expect(cell(closed.output, 24)).toMatch(/^the service: off; .* answered 403, and not as/);
    expect(cell(closed.output, 29)).toBe('not asked: what is in use might end');
  },
);
