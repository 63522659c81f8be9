import { expect, it } from 'vitest';
import { openEnvironment } from './environment.ts';

const MINUTES = 60_000;

it(
  'the doctor finds what is not as declared, and says what to do',
  { timeout: 5 * MINUTES },
  async () => {
    await using environment = await openEnvironment();
    const { library } = environment;
    const early = await environment.run('doctor');
    expect(early.code).toBe(1);
    expect(early.output).toContain('run npm run deploy first');

    expect((await environment.deploy()).code).toBe(0);
    const fresh = (await environment.run('doctor')).output;
    for (const asked of [
      'Environment: as declared?',
      'Collections and indexes: as declared?',
      'Access to collections and files: as declared?',
      'Function rules: as declared?',
      'Functions: as declared?',
      'Timers: as declared?',
      'HTTP paths: as declared?',
      'Site: as declared?',
      'Secrets: set, and none of the examples?',
      'Site: does it answer?',
      'Clock: is it the time of the platform?',
      'Callback /notify/wechat-pay: is it reached from outside?',
      'Callback /notify/runninghub: is it reached from outside?',
    ])
      expect(fresh).toContain(`✓ ${asked}`);
    // Nothing has been entered in the settings yet.
    expect(fresh).toMatch(/✗ WeChat Pay: does it answer\?.*\n {4}→ check the merchant/);
    expect(fresh).toMatch(/✗ RunningHub: do its keys work\?.*\n {4}→ add one/);

    await library.database.updateCollection('orders', {
      DropIndexes: [{ IndexName: 'orderNo_unique' }],
    });
    await library.commonService('tcb', '2018-06-08').call({
      Action: 'ModifyDatabaseACL',
      Param: { EnvId: environment.emulator.envId, CollectionName: 'users', AclTag: 'READONLY' },
    });
    await library.functions.deleteFunctionTrigger('orderTimers', 'refunds');
    await library.functions.updateFunctionConfig({
      name: 'vodService',
      envVariables: { VOD_SECRET_ID: 'AKIDvideo7Hq2m', VOD_SECRET_KEY: 'changeme' },
    });
    const { APISet } = await library.access.getAccessList({ path: '/notify/wechat-pay' });
    await library.access.switchPathAuth({ apiIds: [APISet[0]!.APIId], auth: true });
    const { code, output } = await environment.run('doctor');
    expect(code).toBe(1);
    expect(output).toMatch(/✗ Collections and indexes.*index orders\.orderNo_unique.*\n {4}→ run/);
    expect(output).toMatch(/✗ Access to collections.*collection users \(ADMINONLY, is READONLY\)/);
    expect(output).toMatch(/✗ Timers: as declared\?.*orderTimers refunds/);
    expect(output).toMatch(/✗ HTTP paths: as declared\?.*wechat-pay.* \(asks for sign-in/);
    expect(output).toMatch(/✗ Callback \/notify\/wechat-pay: is it reached from outside\?/);
    expect(output).toMatch(/✗ Secrets: set.*VOD_SECRET_KEY/);
    expect(output).not.toContain('changeme');
  },
);
