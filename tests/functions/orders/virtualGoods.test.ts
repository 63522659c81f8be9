import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { VirtualGoods } from '#cloudfunctions/_shared/orders/goods.ts';
import { startTaskWorld } from '../tasks/taskWorld.ts';
import { finishJob } from '../world/runJob.ts';
import { inWechat, OPENID, PACKAGE, PRICE, PRODUCT, virtualCommerceOf } from './virtualCommerce.ts';

const { world, template } = await startTaskWorld();
const { call, ok, rows, set } = world;

const textInput = {
  key: 'text',
  label: '文字',
  type: 'text',
  required: false,
  nodeId: '6',
  fieldName: 'text',
};
const HALF_AN_HOUR = 30 * 60_000;

const its = virtualCommerceOf(world);
const { control } = its;
const useVirtual = async (fields: object = {}) =>
  its.useVirtual({
    goodsPicture: String((await world.one('templates', 'tpl_0001'))['coverImage']),
    ...fields,
  });

const callsOf = async (name: string) =>
  ((await control('GET', ''))['calls'] as { path: string }[]).filter(
    ({ path }) => path === `/xpay/${name}_goods`,
  ).length;

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
/** So often the worker looks after them, five seconds apart. */
const run = async (times = 1) => {
  for (let time = 0; time < times; time += 1) {
    await finishJob(world, 'virtualGoods');
    pass(5_000);
  }
};
const goods = (id = PRODUCT) =>
  world.one<VirtualGoods & Record<string, unknown>>('virtualGoods', id);
const shown = (about: object = { kind: 'package', id: PACKAGE }) =>
  ok('adminPackage', 'getGoods', about);
const retry = () => call('adminPackage', 'retryGoods', { id: PRODUCT });

const signIn = async () => {
  const { code } = await control('POST', '/login', { openid: OPENID });
  await ok('appUser', 'keepWechatSession', { code }, inWechat);
};
const buy = (data: object = {}, who: object = inWechat) =>
  call('appOrder', 'createOrder', { packageId: PACKAGE, refundRules: '1', ...data }, who);
const pay = (payment: object) =>
  control('POST', '/requestVirtualPayment', { openid: OPENID, ...payment });
const notReady = {
  code: 40902,
  message: '商品正在微信上架，暂时不能购买，请稍后再试',
};
const mayBuy = async (who: object = inWechat) => {
  const { list } = await ok('appOrder', 'getPackages', {}, who);
  return list.find(({ _id }) => _id === PACKAGE)?.mayBuy;
};

beforeEach(async () => {
  await useVirtual();
  for (const { _id } of await rows('packages'))
    await set('packages', String(_id), { payChannels: ['wxpay'] });
  await set('packages', PACKAGE, { payChannels: ['wxpay', 'virtual'] });
  await control('PUT', '', { pushes: 'lost' });
});

describe('goods', () => {
  it('are uploaded, published, and sold half an hour later', async () => {
    await set('packages', PACKAGE, { name: '𠮷'.repeat(15) });
    await signIn();
    const before = (await rows('orders')).length;
    expect(await shown()).toEqual({ soldBy: 'virtual', goods: null });
    expect(await buy()).toMatchObject(notReady);
    await run();
    expect(await goods()).toMatchObject({ state: 'uploading', usableTime: null });
    await run();
    expect(await goods()).toMatchObject({ state: 'uploaded' });
    expect(await buy()).toMatchObject(notReady);
    await run(2);
    expect(await shown()).toMatchObject({ goods: { state: 'published', error: '' } });
    expect([await buy(), await mayBuy()]).toMatchObject([notReady, false]);
    expect(await rows('orders')).toHaveLength(before);
    pass(HALF_AN_HOUR);
    expect(await mayBuy()).toBe(true);
    const { code, data } = await buy();
    expect(code).toBe(0);
    expect(await pay(data.payment!)).toMatchObject({ errCode: 0 });
    const calls = await callsOf('start_upload');
    await run(3);
    expect(await callsOf('start_upload')).toBe(calls);
  });

  it('of a new price are others, and what is no longer sold is left alone', async () => {
    await run();
    await ok('adminPackage', 'updatePackage', { _id: PACKAGE, rev: 1, priceFen: 2_000 });
    await run(6);
    expect(await goods()).toMatchObject({ state: 'waiting', nextTime: null });
    expect(await goods(`${PACKAGE}_2000`)).toMatchObject({ state: 'published' });
    await set('packages', PACKAGE, { priceFen: PRICE });
    expect(await shown()).toMatchObject({ goods: { state: 'waiting' } });
    await run(4);
    expect(await goods()).toMatchObject({ state: 'published' });
  });

  it('whose name is refused say so, wait longer each time, and are tried again when asked', async () => {
    const { name } = await world.one('packages', PACKAGE);
    await set('packages', PACKAGE, { name: 'sandbox-block' });
    const waits: number[] = [];
    for (let at = 0; at < 8; at += 1) {
      await finishJob(world, 'virtualGoods');
      const { nextTime } = await goods();
      waits.push((nextTime! - Date.now()) / 1_000);
      await set('virtualGoods', PRODUCT, { nextTime: 1 });
    }
    expect(waits).toEqual([10, 60, 600, 3_600, 21_600, 86_400, 86_400, 86_400]);
    const error = '名称或图片含有敏感内容，请修改后重试';
    expect(await shown()).toMatchObject({ goods: { state: 'waiting', error } });
    await finishJob(world, 'virtualGoods');
    await set('packages', PACKAGE, { name });
    expect((await retry()).code).toBe(0);
    await run(4);
    expect(await goods()).toMatchObject({ state: 'published', error: '', attempts: 0 });
    expect(await retry()).toMatchObject({ code: 40902 });
  });

  it('wait while a task of others runs at WeChat', async () => {
    await control('PUT', '', {
      mode: 'refuse',
      code: '268490012',
      times: 1,
      path: '/xpay/start_upload_goods',
    });
    await run();
    expect(await goods()).toMatchObject({ state: 'waiting', error: '', attempts: 0 });
    await run(4);
    expect(await goods()).toMatchObject({ state: 'published' });
  });

  it.each(['upload', 'publish'])(
    'whose %s lost its answer, or arrived twice, are there once',
    async step => {
      await control('PUT', '', { mode: 'lose', times: 1, path: `/xpay/start_${step}_goods` });
      await run(4);
      expect(await goods()).toMatchObject({ state: 'published' });
      expect(await callsOf(`start_${step}`)).toBe(1);
      const again = step === 'upload' ? 'waiting' : 'uploaded';
      await set('virtualGoods', PRODUCT, { state: again, usableTime: null, nextTime: 1 });
      await run(4);
      expect(await goods()).toMatchObject({ state: 'published' });
    },
  );

  it('whose worker was killed before WeChat had heard of them begin anew', async () => {
    const begun = { state: 'uploading', attempts: 0, error: '', startTime: Date.now() };
    await world.insert('virtualGoods', [{ _id: PRODUCT, ...begun, usableTime: null, nextTime: 1 }]);
    await run(6);
    expect(await goods()).toMatchObject({ state: 'published', error: '' });
  });

  it('are looked after by one worker at a time, one task at a time', async () => {
    await template({ priceFen: 299 });
    await Promise.all([finishJob(world, 'virtualGoods'), finishJob(world, 'virtualGoods')]);
    expect(await callsOf('start_upload')).toBe(1);
    pass(5_000);
    await run(8);
    expect([await goods(), await goods('tpl_0001_299')]).toMatchObject([
      { state: 'published' },
      { state: 'published' },
    ]);
  });

  it('of the sandbox are their own, usable as soon as they are uploaded, and not on iPhones', async () => {
    await useVirtual({ sandbox: true, ios: true });
    await signIn();
    await run(2);
    expect(await goods(`${PRODUCT}_s`)).toMatchObject({ state: 'published' });
    expect((await buy()).data).toMatchObject({ payChannel: 'virtual' });
    expect((await buy({ isIos: true, wechatVersion: '8.0.68' })).message).toBe(
      '暂不支持在苹果设备上购买',
    );
    await useVirtual();
    expect(await buy()).toMatchObject(notReady);
  });

  it('need a picture of a kind that WeChat takes', async () => {
    await useVirtual({ goodsPicture: '' });
    await run();
    expect((await goods()).error).toContain('没有可用的图片');
  });
});

describe('what is sold', () => {
  it('for less than one yuan is not sold on iPhones', async () => {
    await useVirtual({ ios: true });
    await set('packages', PACKAGE, { priceFen: 99 });
    expect(await buy({ isIos: true, wechatVersion: '8.0.68' })).toMatchObject({
      code: 40902,
      message: '1 元以下的商品不能在苹果设备上购买',
    });
  });

  it('outside WeChat, or while virtual payment is off, is paid by WeChat Pay, and the form says so', async () => {
    const web = { caller: { TCB_UUID: '78', TCB_ISANONYMOUS_USER: 'true' } };
    expect((await buy({}, web)).data).toMatchObject({ payChannel: 'wxpay' });
    expect(await mayBuy(web)).toBe(true);
    await useVirtual({ enabled: false });
    expect(await shown()).toEqual({ soldBy: 'wxpay', goods: null });
    await set('packages', PACKAGE, { payChannels: ['virtual'] });
    expect(await shown()).toEqual({ soldBy: null, goods: null });
    expect(await mayBuy()).toBe(false);
    expect(await finishJob(world, 'virtualGoods')).toEqual({ moved: 0 });
  });

  it('as one picture of a template is paid virtually too, and made once', async () => {
    const about = { kind: 'template', id: 'tpl_0001' };
    const quoted = async () =>
      (await ok('appTask', 'quote', { templateId: 'tpl_0001' }, inWechat)).priceFen;
    expect(await shown(about)).toMatchObject({ soldBy: null });
    await template({ priceFen: 299, inputs: [textInput] });
    await signIn();
    const wish = { packageId: undefined, templateId: 'tpl_0001', inputs: { text: '晨光' } };
    expect(await buy(wish)).toMatchObject(notReady);
    expect(await quoted()).toBeNull();
    await run(10);
    pass(HALF_AN_HOUR);
    expect(await shown(about)).toMatchObject({ soldBy: 'virtual', goods: { state: 'published' } });
    expect(await quoted()).toBe(299);
    const { data } = await buy({ ...wish, expectFen: 299 });
    expect(data).toMatchObject({ payChannel: 'virtual', payFen: 299 });
    await pay(data.payment!);
    for (let time = 0; time < 2; time += 1) {
      await set('orders', data._id, { askTime: Date.now() - 1 });
      await finishJob(world, 'orders');
    }
    expect(await world.one('orders', data._id)).toMatchObject({ status: 'completed' });
    expect((await rows('tasks')).filter(({ orderId }) => orderId === data._id)).toHaveLength(1);
  });
});
