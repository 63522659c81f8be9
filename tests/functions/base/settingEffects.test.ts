import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { uploadTicket } from '#contract/file.ts';
import { appPrintActions } from '#contract/visitorPrint.ts';
import type { z } from '#contract/zod.ts';
import { photoInput } from '../../photoInput.ts';
import { commerceOf } from '../orders/commerce.ts';
import { engineOf, visitorNo } from '../tasks/engineRun.ts';
import { fileRow } from '../world/fixtures/files.ts';
import { startWorld } from '../world/harness.ts';
import { tinyPng } from '../world/tinyPng.ts';

const world = await startWorld();
const { call, ok, set, rows } = world;
const { sandbox, one, run } = engineOf(world, { moderates: true });
beforeEach(() => world.reset());
afterEach(() => vi.useRealTimers());
const { as, newOrder, processRefund, submissions, gateway } = commerceOf(world);

const DAY_MS = 86_400_000;
const MEGABYTE = 1_048_576;
const save = (type: 'general' | 'payment' | 'system', data: object) =>
  ok('adminSettings', 'updateSettings', { type, data } as never);

const inWechat = { caller: { TCB_UUID: '77', WX_OPENID: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' } };
const anonymous = { caller: visitorNo(1) };
type Who = typeof inWechat | typeof anonymous;

const store = (key: string) =>
  world.emulator.files.put(key, Readable.from([tinyPng]), { owner: null, limit: tinyPng.length });

/** All that a visitor may begin. */
const beginnings: [string, (who: Who) => Promise<{ code: number; message: string }>][] = [
  ['a picture', who => call('appTask', 'createTask', { templateId: 'tpl_0001', inputs: {} }, who)],
  ['an upload', who => call('appUpload', 'getUploadTicket', { fileName: 'a.jpg', size: 9 }, who)],
  [
    'an order',
    who => call('appOrder', 'createOrder', { packageId: 'pkg_0002', refundRules: '1' }, who),
  ],
  [
    'an order of prints',
    async who => {
      const userId = await world.account(who);
      const filePath = `user_upload/demo/${randomUUID()}.jpg`;
      await world.insert('files', [fileRow(filePath, { userId, scene: 'user_upload' })]);
      const { example } = appPrintActions.createPrintOrder;
      const items = [{ ...example.items[0], filePath }];
      return call('appPrint', 'createPrintOrder', { ...example, items }, who);
    },
  ],
  ['a redemption', who => call('appUser', 'redeemCode', { code: 'ABCD-EFGH-JKMN-PQRS' }, who)],
];
const closedTo = async (who: Who, message: string) => {
  for (const [what, begin] of beginnings)
    expect([what, await begin(who)]).toMatchObject([what, { code: 40902, message }]);
  // What the user has stays visible.
  await ok('appTask', 'getTasks', {}, who);
  await ok('appPrint', 'getPrintOrders', {}, who);
};
const site = async (who: Who) =>
  (await ok('systemSettings', 'getSettings', { group: 'system' }, who)).site;

describe('visitors', () => {
  it('may begin nothing during maintenance, except those who are let through', async () => {
    await save('general', { maintenance: { on: true, message: '今晚 23 点恢复' } });
    await closedTo(inWechat, '今晚 23 点恢复');
    expect(await site(inWechat)).toMatchObject({ maintenance: '今晚 23 点恢复' });

    await save('general', { maintenance: { allowOpenids: [inWechat.caller.WX_OPENID] } });
    expect(await site(inWechat)).toMatchObject({ maintenance: null });
    const order = { packageId: 'pkg_0002' };
    expect((await call('appOrder', 'createOrder', order, inWechat)).code).toBe(0);
    await closedTo(anonymous, '今晚 23 点恢复');
    await save('general', { maintenance: { message: '' } });
    await closedTo(anonymous, '暂时不能制作和下单，请稍后再来');
  });

  it('get the order of an earlier call with the same key although maintenance has begun', async () => {
    const wish = { packageId: 'pkg_0002', refundRules: '1', idemKey: 'before_maintenance' };
    const first = await ok('appOrder', 'createOrder', wish, inWechat);
    await save('general', { maintenance: { on: true } });
    expect((await ok('appOrder', 'createOrder', wish, inWechat))._id).toBe(first._id);
  });

  it('of the web may only look while it is closed, those of the mini-program go on', async () => {
    await save('general', { visitor: { enabled: false } });
    await closedTo(anonymous, '请在微信小程序中使用');
    expect(await site(anonymous)).toMatchObject({
      maintenance: null,
      closed: '请在微信小程序中使用',
    });
    expect(await site(inWechat)).toMatchObject({ closed: null });
    const order = { packageId: 'pkg_0002' };
    expect((await call('appOrder', 'createOrder', order, inWechat)).code).toBe(0);
  });

  it('without an account may only look where the settings ask for one', async () => {
    await save('general', { visitor: { needLogin: true } });
    await closedTo(anonymous, '请在微信小程序中登录后使用');
    const order = { packageId: 'pkg_0002' };
    expect((await call('appOrder', 'createOrder', order, inWechat)).code).toBe(0);
  });

  it('see a picture in the styles of the settings, in no other', async () => {
    const userId = await world.account(inWechat);
    const filePath = 'results/usr_x/task_x/1.png';
    await world.insert('files', [fileRow(filePath, { userId, scene: 'task_result' })]);
    await store(filePath);
    const shown = async (suffix: string) => {
      const urls = [filePath + suffix];
      const { list } = await ok('imageService', 'getSignedUrls', { urls }, inWechat);
      return list[0]?.unmade ?? false;
    };
    expect([await shown('!download'), await shown('!mine')]).toEqual([true, false]);
    await save('system', { imageStyles: { download: '!mine' } });
    expect([await shown('!download'), await shown('!mine')]).toEqual([false, true]);
  });

  it('get the gift of the settings on their first visit, once', async () => {
    await save('general', { registerGiftCredits: 7 });
    const me = () => ok('appUser', 'getMe', {}, inWechat);
    expect([(await me()).credits, (await me()).credits]).toEqual([
      { paid: 0, gift: 7 },
      { paid: 0, gift: 7 },
    ]);
  });
});

describe('a picture larger than the settings allow', () => {
  const padded = Buffer.concat([tinyPng, Buffer.alloc(MEGABYTE)]);
  const refused = { code: 41301, message: '图片不能超过 0.5 MB' };
  beforeEach(() => save('system', { upload: { maxBytes: MEGABYTE / 2 } }));

  it.each([
    ['an administrator', 'adminStorage', () => as()],
    ['a visitor', 'appUpload', () => anonymous],
  ] as const)('is refused to %s before it is sent, and when it arrives', async (_who, name, by) => {
    if (name === 'appUpload') await world.account(anonymous);
    const ticket = (size: number) =>
      call(name, 'getUploadTicket', { fileName: 'a.png', size }, by());
    expect(await ticket(padded.length)).toMatchObject(refused);
    const arrive = async ({ url, method, headers, filePath }: z.output<typeof uploadTicket>) => {
      await fetch(url, { method, headers, body: new Uint8Array(padded) });
      return call(name, 'confirmUpload', { filePath }, by());
    };
    const larger = { code: 40001, message: '文件比申请上传时的大，请重新上传' };
    expect(await arrive((await ticket(9)).data)).toMatchObject(larger);
    // What was permitted while the settings still allowed it.
    await save('system', { upload: { maxBytes: 2 * MEGABYTE } });
    const { data: permitted } = await ticket(padded.length);
    await save('system', { upload: { maxBytes: MEGABYTE / 2 } });
    const late = { code: 40001, message: refused.message };
    expect(await arrive(permitted)).toMatchObject(late);
  });
});

it('a deleted picture stays in the trash for the days of the settings', async () => {
  await save('system', { retention: { trashDays: 3 } });
  for (const at of [1, 2]) {
    const filePath = `template/demo/unused_000${at}.jpg`;
    if (at === 1) await ok('adminStorage', 'deleteImage', { filePath });
    else await ok('adminStorage', 'batchDelete', { filePaths: [filePath] });
    const row = (await rows('files')).find(file => file['filePath'] === filePath);
    expect(Number(row?.['purgeTime']) - Number(row?.['deleteTime'])).toBe(3 * DAY_MS);
  }
});

describe('the payment settings', () => {
  it('without partial refunds leave only the refund of all that is left', async () => {
    await save('payment', { allowPartial: false });
    const { _id, payFen } = await newOrder();
    expect(await processRefund(_id, { amountFen: payFen - 1 })).toMatchObject({
      code: 40902,
      message: '支付设置不允许部分退款，只能退回剩余的全部金额',
    });
    expect(submissions()).toEqual([]);
    expect((await processRefund(_id, { amountFen: payFen })).code).toBe(0);
    await save('payment', { allowPartial: true });
    expect((await processRefund((await newOrder())._id, { amountFen: 1 })).code).toBe(0);
  });

  it('say how long an order waits, and where the gateway reports payment and refund', async () => {
    const notifyUrl = 'https://pay.example.com/paid';
    const refundNotifyUrl = 'https://pay.example.com/refunded';
    await save('payment', { orderExpireMin: 45, wxpay: { notifyUrl, refundNotifyUrl } });
    const order = await ok(
      'appOrder',
      'createOrder',
      { packageId: 'pkg_0002', refundRules: '1' },
      inWechat,
    );
    expect(order.expireTime! - order.createTime).toBe(45 * 60_000);
    expect(gateway.trades.get(order.orderNo)).toMatchObject({ notifyUrl });
    await processRefund((await newOrder())._id);
    expect(submissions().at(-1)?.body).toMatchObject({ notify_url: refundNotifyUrl });
  });

  it.each([
    ['mchid', '1999999999', false],
    ['certSerial', 'ABCDEF0123456789', false],
    ['publicKeyId', 'PUB_KEY_ID_OTHER', false],
    ['platformPublicKey', 'no key', false],
    ['appid', 'wx0000000000000000', true],
  ])('are what the gateway is called with: another %s', async (field, value, isReached) => {
    await save('payment', { wxpay: { [field]: value } });
    expect(await ok('adminSettings', 'testPayment', {})).toMatchObject({ ok: isReached });
    const { payment } = await ok(
      'appOrder',
      'createOrder',
      { packageId: 'pkg_0002', refundRules: '1' },
      inWechat,
    );
    expect(payment).toBeNull();
  });

  it('switched off take no orders', async () => {
    await save('payment', { wxpay: { enabled: false } });
    expect(
      await call('appOrder', 'createOrder', { packageId: 'pkg_0002', refundRules: '1' }, inWechat),
    ).toMatchObject({ code: 40902, message: '支付暂未开放' });
  });
});

describe('the video settings', () => {
  const signed = async () => {
    const { signature } = await ok('vodService', 'getUploadSignature', {});
    const text = Buffer.from(signature, 'base64').subarray(20).toString();
    return Object.fromEntries(new URLSearchParams(text));
  };
  const trial = () => ok('vodService', 'testService', {});

  it('are in the signature of an upload and in the record of the video', async () => {
    await save('system', { vod: { subAppId: '1500000001', classId: 12, procedure: 'Mine' } });
    const fields = await signed();
    expect(fields).toMatchObject({ vodSubAppId: '1500000001', classId: '12' });
    const video = (await rows('videos')).find(({ _id }) => _id === fields['sourceContext']);
    expect(video).toMatchObject({ subAppId: '1500000001', procedure: 'Mine' });
  });

  it('name the application that new accounts must name, and those that there are', async () => {
    await save('system', { vod: { subAppId: '' } });
    const sentence =
      /请在 系统设置 › 点播 填写子应用 ID：.*默认应用（1500000001）、演示应用（1500000002）$/;
    expect(await trial()).toMatchObject({
      ok: false,
      message: expect.stringMatching(sentence) as string,
    });
    expect(await ok('vodService', 'getApplications', {})).toEqual({
      list: [
        { id: '1500000001', name: '默认应用' },
        { id: '1500000002', name: '演示应用' },
      ],
    });
    const { code, message } = await call('vodService', 'getUploadSignature', {});
    expect([code, message]).toEqual([40902, expect.stringMatching(sentence)]);
  });

  it('are tested at the video service: its keys, and the procedure', async () => {
    expect(await trial()).toMatchObject({ ok: true, message: '连接正常，任务流存在' });
    await save('system', { vod: { subAppId: '1500000009' } });
    expect(await trial()).toMatchObject({
      ok: false,
      message: expect.stringContaining('拒绝') as string,
    });
    await save('system', { vod: { subAppId: '1500000001' } });
    await save('system', { vod: { procedure: 'Absent' } });
    expect(await trial()).toMatchObject({ ok: false, message: '没有找到任务流，请检查名称' });
    await sandbox('vod', { mode: 'refuse', code: 'AuthFailure.SignatureFailure', times: 1 });
    expect(await trial()).toMatchObject({
      ok: false,
      message: '视频服务拒绝了请求，请检查密钥和子应用 ID',
    });
  });
});

describe('the settings of the engine', () => {
  const text = { key: 'text', label: '文字', type: 'text', required: false };

  it('say under which policy photos and texts are moderated', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    await set('templates', 'tpl_0001', {
      costCredits: 0,
      inputs: [
        { ...photoInput, required: true },
        { ...photoInput, ...text },
      ],
    });
    await set('settings', 'system', {
      data: {
        moderation: { images: true, texts: true, imageBizType: 'photos', textBizType: 'words' },
      },
    });
    const photo = await sharp({
      create: { width: 96, height: 128, channels: 3, background: '#a52' },
    })
      .jpeg()
      .toBuffer();
    const inputs = {
      [photoInput.key]: await engineOf(world, { moderates: true }).upload(anonymous.caller, photo),
      text: '一只猫',
    };
    await ok('appTask', 'createTask', { templateId: 'tpl_0001', inputs }, anonymous);
    await run(6);
    const { given } = (await sandbox('moderation')) as { given: { bizType: string }[] };
    expect(given.map(({ bizType }) => bizType).sort()).toEqual(['photos', 'photos', 'words']);
  });

  it('say how long a task may run whose template does not say it', async () => {
    await set('templates', 'tpl_0001', {
      costCredits: 0,
      timeoutSec: null,
      inputs: [{ ...photoInput, ...text }],
    });
    await set('settings', 'system', { data: { task: { timeoutSec: 77 } } });
    const wish = { templateId: 'tpl_0001', inputs: {} };
    const { _id } = await ok('appTask', 'createTask', wish, anonymous);
    expect((await one('tasks', _id))['plan']).toMatchObject({ timeoutSec: 77 });
  });

  it('say when a running task is looked at again, and what its coins cost', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    await set('templates', 'tpl_0001', { costCredits: 0, inputs: [{ ...photoInput, ...text }] });
    await sandbox('runninghub', { queueMs: 0, runMs: 3_600_000 });
    await set('settings', 'system', { data: { task: { pollMs: 45_000, coinPriceFen: 321 } } });
    const wish = { templateId: 'tpl_0001', inputs: {} };
    const { _id } = await ok('appTask', 'createTask', wish, anonymous);
    await run(3);
    const task = await one('tasks', _id);
    expect(task['status']).toBe('running');
    const rest = Number(task['nextPollTime']) - Date.now();
    expect(rest).toBeGreaterThan(30_000);
    const { coinPriceFen } = await ok('adminDashboard', 'getEngine', {} as never);
    expect(coinPriceFen).toBe(321);
  });
});
