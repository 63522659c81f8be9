import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { settingDefaults } from '#contract/settingFields.ts';
import { startWorld } from '../world/harness.ts';

const received: string[] = [];
const chat = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    received.push(`${req.url} ${Buffer.concat(chunks).toString()}`);
    res.end(JSON.stringify({ errcode: req.url?.includes('key=good') ? 0 : 93_000 }));
  });
});
await new Promise<void>(resolve => chat.listen(0, '127.0.0.1', resolve));
const { port } = chat.address() as { port: number };
chat.unref();

const world = await startWorld({ WECOM_BASE_URL: `http://127.0.0.1:${port}` });
const { call, ok, rows } = world;
await world.reset();
beforeEach(() => world.reset());

const get = (type: string) => ok('adminSettings', 'getSettings', { type });
const update = (type: string, data: object, rev?: number) =>
  call('adminSettings', 'updateSettings', { type, data, ...(rev !== undefined && { rev }) });
const group = (answer: { data: Record<string, unknown> }, name: string) =>
  answer.data[name] as Record<string, unknown>;

const canary = {
  apiV3Key: 'CanaryCanaryCanaryCanaryCanary32',
  privateKey: generateKeyPairSync('rsa', { modulusLength: 1024 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
  webhook: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=good-canary-key-1234',
};

describe('a secret', () => {
  it('is stored encrypted and shown masked: no answer, log, audit row or version contains it', async () => {
    const answers: unknown[] = [];
    const { wxpay } = { wxpay: { apiV3Key: canary.apiV3Key, privateKey: canary.privateKey } };
    answers.push(await update('payment', { wxpay }));
    answers.push(await update('notification', { alerts: { wecomWebhook: canary.webhook } }));
    answers.push(await get('payment'), await get('notification'));
    answers.push(await ok('adminSettings', 'getPaymentSettings', {}));
    answers.push(await ok('adminSettings', 'getSettingRevisions', { type: 'payment' }));
    answers.push(await update('payment', { orderExpireMin: 1 }));
    answers.push(await update('payment', { orderExpireMin: 40 }, 999));
    answers.push(await ok('adminAuditLog', 'getLogs', {}));
    const everywhere = JSON.stringify([answers, await world.dump(), world.log, world.errors]);
    const body = canary.privateKey.split('\n')[3] ?? '?';
    for (const text of [canary.apiV3Key, 'good-canary-key', body]) {
      expect(everywhere).not.toContain(text);
    }
    const { data } = await ok('adminSettings', 'getPaymentSettings', {});
    expect(data.wxpay).toMatchObject({ apiV3Key: 'Can****ry32', privateKey: '****' });
    const row = (await rows('auditLogs')).find(({ resourceId }) => resourceId === 'payment');
    expect(row?.diff).toEqual(
      expect.arrayContaining([
        { path: 'wxpay.apiV3Key', from: expect.anything() as unknown, to: '[replaced]' },
      ]),
    );
  });

  it('is kept when absent, empty or masked, and is then used to call the gateway', async () => {
    await update('payment', { wxpay: { apiV3Key: canary.apiV3Key } });
    const sealed = async () => {
      const stored = (await rows('settings')).find(({ _id }) => _id === 'payment');
      return (stored?.wxpay as Record<string, unknown>).apiV3KeyEnc;
    };
    const before = await sealed();
    const { data } = await ok('adminSettings', 'getPaymentSettings', {});
    for (const apiV3Key of [undefined, '', null, (data.wxpay as { apiV3Key: string }).apiV3Key]) {
      expect((await update('payment', { wxpay: { apiV3Key } })).code).toBe(0);
      expect(await sealed()).toBe(before);
    }
    expect((await update('payment', { wxpay: { apiV3Key: 'too short' } })).code).toBe(40001);
  });

  it('that cannot be decrypted is marked, until it is set again or cleared', async () => {
    await update('payment', { wxpay: { apiV3Key: canary.apiV3Key } });
    await update('notification', { alerts: { wecomWebhook: canary.webhook } });
    const damage = (_id: string, path: string) =>
      world.set('settings', _id, { [path]: 'v1:1:AAAA:AAAA:AAAA' });
    await damage('payment', 'wxpay.apiV3KeyEnc');
    await damage('notification', 'alerts.wecomWebhookEnc');
    expect(await get('payment')).toMatchObject({ damagedSecrets: ['wxpay.apiV3Key'] });
    expect(await get('notification')).toMatchObject({ damagedSecrets: ['alerts.wecomWebhook'] });

    await update('payment', { wxpay: { apiV3Key: canary.apiV3Key } });
    expect(await get('payment')).toMatchObject({ damagedSecrets: [] });
    await update('notification', { alerts: { wecomWebhook: { clear: true } } });
    const cleared = await get('notification');
    expect(cleared).toMatchObject({ damagedSecrets: [] });
    expect(group(cleared, 'alerts')).toMatchObject({ wecomWebhook: '' });
    const row = (await rows('auditLogs')).filter(({ resourceId }) => resourceId === 'notification');
    expect(JSON.stringify(row.at(-1)?.diff)).toContain('alerts.wecomWebhook');
  });

  it('of enabled payments cannot be cleared', async () => {
    const before = await rows('settings');
    const answer = await update('payment', { wxpay: { apiV3Key: { clear: true } } });
    expect(answer).toMatchObject({
      code: 40001,
      data: { fields: { 'data.wxpay.apiV3Key': '启用微信支付前请填写' } },
    });
    expect(await rows('settings')).toEqual(before);
  });
});

describe('settings', () => {
  it('are complete before anything is saved, and merged group by group afterwards', async () => {
    await world.remove('settings', { _id: 'notification' });
    expect(await get('notification')).toMatchObject({ rev: 0, updateTime: null });
    await update('notification', { quietHours: { on: true } }, 0);
    const answer = await get('notification');
    expect(answer.rev).toBe(1);
    expect(group(answer, 'quietHours')).toEqual({ on: true, from: '22:00', to: '08:00' });
    expect(Object.keys(answer.data)).toEqual(Object.keys(settingDefaults.notification));
  });

  it('have no quiet hours that begin when they end, whichever of them is saved last', async () => {
    const ends = { from: '07:30', to: '07:30' };
    await update('notification', { quietHours: { on: true, from: '07:30', to: '09:00' } });
    for (const quietHours of [ends, { ...ends, on: true }, { to: '07:30' }])
      expect(await update('notification', { quietHours })).toMatchObject({
        code: 40001,
        data: { fields: { 'data.quietHours.to': '结束时间与开始时间相同，免打扰不会生效' } },
      });
    expect((await update('notification', { quietHours: { ...ends, on: false } })).code).toBe(0);
    expect((await update('notification', { quietHours: { on: true } })).code).toBe(40001);
  });

  it('saved concurrently keep one version and return it to the other caller', async () => {
    const { rev } = await get('general');
    const answers = await Promise.all([
      update('general', { siteName: '甲' }, rev),
      update('general', { siteName: '乙' }, rev),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 40901]);
    const lost = answers.find(({ code }) => code === 40901);
    expect(lost?.data).toMatchObject({ current: { type: 'general', rev: rev + 1 } });
  });

  it('refuse unknown settings, and enabled payments that are incomplete', async () => {
    const before = await world.dump();
    const wrong: [string, object][] = [
      ['general', { siteName: '' }],
      ['general', { surprise: 1 }],
      ['general', { maintenance: { on: 'yes' } }],
      ['system', { imageStyles: { thumbnail: 'no mark' } }],
      ['system', { imageStyles: { $where: '!x' } }],
      [
        'notification',
        { alerts: { wecomWebhook: 'https://evil.example/cgi-bin/webhook/send?key=12345678' } },
      ],
      ['notification', { subscribe: { taskDone: { fields: { thing1: '{订单号}' } } } }],
      ['notification', { subscribe: { taskDone: { fields: { sentence1: '作品' } } } }],
      ['notification', { alerts: { smtp: { host: '169.254.169.254:25' } } }],
      ['notification', { alerts: { smtp: { port: 25 } } }],
      ['notification', { readyTexts: ['字'.repeat(21)] }],
      ['payment', { wxpay: { notifyUrl: 'javascript:1' } }],
    ];
    for (const [type, data] of wrong) {
      expect([type, data, (await update(type, data)).code]).toEqual([type, data, 40001]);
    }
    expect(await world.dump()).toBe(before);
  });

  it('lose a key of a map that is left out, except the four picture styles of the product', async () => {
    const styles = async () => group(await get('system'), 'imageStyles');
    const four = await styles();
    expect(Object.keys(four)).toEqual(
      expect.arrayContaining(['thumbnail', 'uploadimage', 'userupload', 'runninghubreturnsimages']),
    );
    await update('system', { imageStyles: { thumbnail: '!small', mine: '!mine', old: '!old' } });
    await update('system', { imageStyles: { ...four, mine: '!mine' } });
    expect(await styles()).toEqual({ ...four, mine: '!mine' });
    await update('system', { imageStyles: {} });
    expect(await styles()).toEqual(four);
    await update('system', { upload: { maxBytes: 524_288 } });
    expect(await styles()).toEqual(four);

    const taskDone = async () =>
      (group(await get('notification'), 'subscribe') as Record<string, unknown>)['taskDone'];
    const setTaskDone = (fields: object) =>
      update('notification', { subscribe: { taskDone: fields } });
    await setTaskDone({ templateId: 'abc', page: '', fields: { thing1: '作品', time2: '{时间}' } });
    await setTaskDone({ fields: { thing1: '作品' } });
    expect(await taskDone()).toEqual({ templateId: 'abc', page: '', fields: { thing1: '作品' } });
    await setTaskDone({ fields: {} });
    expect(await taskDone()).toEqual({ templateId: 'abc', page: '', fields: {} });
  });

  it('are restored exactly: what was added since is gone, secrets keep their current values', async () => {
    const back = (type: string, rev: number) =>
      ok('adminSettings', 'restoreSetting', { type, rev } as never);
    const storedValues = async (type: string) => {
      const { data, quietHours, subscribe, alerts, wxpay, orderExpireMin } = ((
        await rows('settings')
      ).find(({ _id }) => _id === type) ?? {}) as Record<string, unknown>;
      return { data, quietHours, subscribe, alerts, wxpay, orderExpireMin };
    };
    await update('notification', { quietHours: { on: true } });
    const quiet = await get('notification');
    const before = await storedValues('notification');
    await update('notification', {
      subscribe: { taskDone: { templateId: 'abc', fields: { thing1: '作品' } } },
      quietHours: { from: '21:00' },
    });
    expect((await back('notification', quiet.rev)).data).toEqual(quiet.data);
    expect(await storedValues('notification')).toEqual(before);

    const first = await get('system');
    await update('system', { imageStyles: { mine: '!mine' }, vod: { procedure: 'Other' } });
    const second = await get('system');
    // Previewed with values that are not saved yet.
    const { list } = await ok('adminSettings', 'getSettingRevisions', { type: 'system' });
    expect(list.map(({ data }) => data)).toEqual([second.data, first.data]);
    expect((await back('system', first.rev)).data).toEqual(first.data);
    expect((await back('system', second.rev)).data).toEqual(second.data);

    await update('payment', { orderExpireMin: 15 });
    const older = await get('payment');
    const { publicKeyId } = older.data['wxpay'] as { publicKeyId: string };
    await update('payment', { wxpay: { publicKeyId: 'other', apiV3Key: canary.apiV3Key } });
    const { wxpay } = (await back('payment', older.rev)).data as Record<string, object>;
    expect(wxpay).toMatchObject({ publicKeyId, apiV3Key: 'Can****ry32' });
  });

  it('are restored to a version with everything but its secrets, as a new version', async () => {
    await update('payment', { orderExpireMin: 15, wxpay: { apiV3Key: canary.apiV3Key } });
    const first = await get('payment');
    const newer = canary.apiV3Key.replaceAll('C', 'N');
    await update('payment', { orderExpireMin: 99, refundReasons: [], wxpay: { apiV3Key: newer } });
    const wish = { type: 'payment' as const, rev: first.rev };
    // Another administrator has saved since the differences were read.
    const late = { ...wish, currentRev: first.rev };
    expect(await call('adminSettings', 'restoreSetting', late)).toMatchObject({
      code: 40901,
      data: { current: { rev: first.rev + 1, data: { orderExpireMin: 99 } } },
    });
    const restored = await ok('adminSettings', 'restoreSetting', {
      ...wish,
      currentRev: first.rev + 1,
    });
    expect(restored).toMatchObject({ rev: first.rev + 2, data: { orderExpireMin: 15 } });
    expect(group(restored, 'wxpay').apiV3Key).toBe('Nan****ry32');
    const { list } = await ok('adminSettings', 'getSettingRevisions', { type: 'payment' });
    expect(list[0]?.rev).toBe(restored.rev);
    expect(
      (await call('adminSettings', 'restoreSetting', { type: 'payment', rev: 999 })).code,
    ).toBe(40400);
  });

  it('readable by all callers are these groups only, with stored picture styles over the defaults', async () => {
    await update('system', {
      imageStyles: { thumbnail: '!small', mine: '!mine' },
      vod: { procedure: 'canary' },
    });
    const answer = await call('systemSettings', 'getSettings', { group: 'system' });
    expect(Object.keys(answer.data).sort()).toEqual([
      'imageStyles',
      'looks',
      'retention',
      'site',
      'task',
      'upload',
    ]);
    expect(answer.data.imageStyles).toMatchObject({
      thumbnail: '!small',
      mine: '!mine',
      original: '!original',
    });
    expect(JSON.stringify(answer)).not.toContain('canary');
  });
});

describe('a trial', () => {
  it('of the storage stores, reads and removes a file', async () => {
    const before = world.storedFiles();
    expect(await ok('adminSettings', 'testStorage', {})).toMatchObject({ ok: true });
    expect(world.storedFiles()).toEqual(before);
    await world.inject({ action: 'storage.getUploadMetadata', code: 'STORAGE_REQUEST_FAIL' });
    expect(await ok('adminSettings', 'testStorage', {})).toMatchObject({ ok: false });
  });

  it('of the alert sends one message to the team’s chat and reports a refusal', async () => {
    const trial = () => ok('adminSettings', 'testNotification', { channel: 'wecom' });
    await update('notification', { alerts: { wecomWebhook: { clear: true } } });
    expect(await trial()).toMatchObject({ ok: false, message: '没有填写企业微信群机器人' });
    await update('notification', { alerts: { wecomWebhook: canary.webhook } });
    expect(await trial()).toMatchObject({ ok: true });
    expect(received.at(-1)).toContain('测试消息');
    await update('notification', {
      alerts: { wecomWebhook: canary.webhook.replace('good', 'evil') },
    });
    expect(await trial()).toMatchObject({ ok: false });
  });

  it('of a message really reaches the user, the mailboxes, or says why not', async () => {
    const trial = (data: object) => ok('adminSettings', 'testNotification', data as never);
    const message = { channel: 'subscribe', event: 'orderPaid' };
    expect(await trial({ ...message, userId: 'usr_0002' })).toMatchObject({ ok: true });
    expect((await rows('auditLogs')).at(-1)).toMatchObject({
      action: 'testNotification',
      resource: 'user',
      resourceId: 'usr_0002',
      reason: '支付成功',
    });
    expect(await trial({ ...message, userId: 'usr_0001' })).toMatchObject({
      ok: false,
      message: '该用户不是微信小程序用户，无法发送订阅消息',
    });
    expect(await trial({ channel: 'email' })).toMatchObject({ ok: true });
    await update('notification', { alerts: { smtp: { password: 'wrong' } } });
    expect(await trial({ channel: 'email' })).toMatchObject({
      ok: false,
      message: '邮件服务器拒绝了邮件，请检查账号、授权码和发件人',
    });
    expect((await rows('messages')).every(({ _id }) => String(_id).startsWith('msg_'))).toBe(true);
  });

  it('of the payment reports what is missing or that it works', async () => {
    expect(await ok('adminSettings', 'testPayment', {})).toMatchObject({ ok: true });
    expect((await update('payment', { wxpay: { mchid: '' } })).code).toBe(40001);
    await update('payment', { wxpay: { enabled: false, mchid: '' } });
    expect(await ok('adminSettings', 'testPayment', {})).toMatchObject({ ok: false });
  });
});
