import { expect, it, vi } from 'vitest';
import { messageSentences } from '#contract/sentences/messages.ts';
import { uploadSentences } from '#contract/sentences/shipping.ts';
import { insertAll } from '../../scripts/demo/seedDatabase.ts';
import { openEnvironment } from './environment.ts';
import { changeRoute } from './steps.ts';

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

    const deployed = await environment.deploy();
    expect(deployed.code).toBe(0);
    expect(deployed.output).toMatch(/! Not to be opened to the public yet.*Missing: 经营者名称、/);
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
      'Clock: has this machine the time of the platform?',
      'Callback /notify/wechat-pay: is it reached from outside?',
      'Callback /notify/wechat-virtual: is it reached from outside?',
      'Callback /notify/wechat-refund: is it reached from outside?',
      'Callback /notify/runninghub: is it reached from outside?',
      'Callback /share/template: is it reached from outside?',
      'Virtual payment: is nothing sold by WeChat Pay that WeChat forbids?',
    ])
      expect(fresh).toContain(`✓ ${asked}`);
    // Nothing has been entered in the settings yet.
    expect(fresh).toMatch(/✗ WeChat Pay: does it answer\?.*\n {4}→ check the merchant/);
    expect(fresh).toMatch(/✗ RunningHub: do its keys work\?.*\n {4}→ add one/);
    expect(fresh).toMatch(/✗ Open to the public: .*《隐私政策》.*\n {4}→ fill it in/);
    expect(fresh).toContain("? WeChat: are the functions' addresses on its list?");

    await library.database.updateCollection('orders', {
      DropIndexes: [{ IndexName: 'orderNo_unique' }],
    });
    await library.commonService('tcb', '2018-06-08').call({
      Action: 'ModifyDatabaseACL',
      Param: { EnvId: environment.emulator.envId, CollectionName: 'users', AclTag: 'READONLY' },
    });
    await library.functions.deleteFunctionTrigger('worker', 'sweep');
    await library.functions.updateFunctionConfig({
      name: 'vodService',
      envVariables: { VOD_SECRET_ID: 'AKIDvideo7Hq2m', VOD_SECRET_KEY: 'changeme' },
    });
    await changeRoute(environment, { Path: '/notify/wechat-pay', EnableAuth: true });
    const { code, output } = await environment.run('doctor');
    expect(code).toBe(1);
    expect(output).toMatch(/✗ Collections and indexes.*index orders\.orderNo_unique.*\n {4}→ run/);
    expect(output).toMatch(/✗ Access to collections.*collection users \(ADMINONLY, is READONLY\)/);
    expect(output).toMatch(/✗ Timers: as declared\?.*worker sweep/);
    expect(output).toMatch(/✗ HTTP paths: as declared\?.*wechat-pay.* \(asks for sign-in/);
    expect(output).toMatch(/✗ Callback \/notify\/wechat-pay: is it reached from outside\?/);
    expect(output).toMatch(/✗ Secrets: set.*VOD_SECRET_KEY/);
    expect(output).not.toContain('changeme');

    const made = { rev: 1, createTime: 1, updateTime: 1 };
    await insertAll(environment.emulator, {
      settings: [
        { _id: 'payment', ...made, wxpay: { appid: 'wx8888888888888888' } },
        { _id: 'notification', ...made, miniProgram: { appSecretEnc: 'v1:1:sealed' } },
      ],
    });
    expect((await environment.deploy()).output).toMatch(/! 虚拟支付没有启用：.*2026-04-01/);
    expect((await environment.run('doctor')).output).toMatch(
      /✗ Virtual payment: .*虚拟支付没有启用/,
    );
  },
);

it(
  'the doctor goes on where something cannot be asked, and reports what it found before',
  { timeout: 5 * MINUTES },
  async () => {
    await using environment = await openEnvironment();
    const { emulator } = environment;
    expect((await environment.deploy()).code).toBe(0);

    // Sealed with a key that is lost.
    const keyCipher = `v1:9:${Buffer.alloc(12).toString('base64url')}:${Buffer.alloc(16).toString('base64url')}:AAAA`;
    await insertAll(emulator, {
      apiKeys: [{ _id: 'key_0001', status: 'active', region: 'cn', keyCipher }],
    });
    const { database } = emulator;
    const handle = database.handle.bind(database);
    vi.spyOn(database, 'handle').mockImplementation((action, body) =>
      handle(
        action,
        ['files', 'progress'].includes(String(body['collectionName']))
          ? { ...body, collectionName: 'deleted' }
          : body,
      ),
    );
    await changeRoute(environment, { Path: '/share/template', UpstreamResourceName: 'worker' });
    await environment.seam('management', { denied: ['tcb:DescribeAuthDomains'] });
    const lines: string[] = [];
    const { code, output } = await environment.run('doctor', [], {
      onLine: line => lines.push(line),
    });
    expect(code).toBe(1);
    expect(lines[0]).toMatch(/^✗ Environment: could not be asked\. The key may not do this in/);
    expect(output).toMatch(
      /✗ HTTP paths: as declared\? \/share\/template.*leads to worker.*\n {4}→ run/,
    );
    expect(output).toMatch(/✗ Callback \/share\/template.*and not as it should/);
    expect(output).toContain('✓ Callback /notify/wechat-pay');
    expect(output).toMatch(/✗ Timers: could not be asked\. .+\n {4}→ mend that/);
    expect(output).toMatch(/✗ Pictures: could not be asked\. .+\n {4}→ mend that/);
    expect(output).toMatch(/✗ RunningHub: .*key_0001 \(cannot be decrypted\)\n.*APP_KEK_/);
    expect(output).toMatch(/ to mend\.\n$/);
  },
);

it(
  "the doctor finds out by messages and deliveries whether the functions are on WeChat's list",
  { timeout: 5 * MINUTES },
  async () => {
    await using environment = await openEnvironment();
    expect((await environment.deploy()).code).toBe(0);
    const now = Date.now();
    const add = (name: string, _id: string, minute: number, fields: object) => {
      const time = now + minute * MINUTES;
      const record = { _id, rev: 1, createTime: time, updateTime: time, ...fields };
      return insertAll(environment.emulator, { [name]: [record] });
    };
    const messageRow = (status: string, reason: string, sentTime: number | null) => ({
      channel: 'subscribe',
      status,
      reason,
      sentTime,
      nextTime: now + 600 * MINUTES,
    });
    const answer = async () => {
      const { output } = await environment.run('doctor');
      return /^. WeChat: are the functions' addresses on its list\?.*(\n {4}→ .*)?/m.exec(
        output,
      )?.[0];
    };

    await add(
      'messages',
      'msg_0001',
      1,
      messageRow('waiting', messageSentences.addressNotAllowed, null),
    );
    expect(await answer()).toMatch(/^✗ .*40164.*\n {4}→ put 203\.0\.113\.20 on/);
    await add('messages', 'msg_0002', 2, messageRow('sent', '', now + 2 * MINUTES));
    expect(await answer()).toMatch(/^✓ /);
    const upload = { status: 'failed', reason: uploadSentences.refused(40164), time: null };
    await add('orders', 'ord_0001', 3, { orderNo: '1', upload });
    expect(await answer()).toMatch(/^✗ .*40164/);
  },
);
