import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { virtualAccount } from '../../../sandbox/weChat/virtualPayment.ts';
import type { Deployment } from '../../../scripts/deploy/deployment.ts';
import { callback } from '../world/callback.ts';
import { startWorld } from '../world/harness.ts';
import { commerceOf } from './commerce.ts';
import { virtualCommerceOf } from './virtualCommerce.ts';

const world = await startWorld();
const { set } = commerceOf(world);
const { placeOf, seal } = await import('#cloudfunctions/_shared/base/secrets.ts');
const { askVirtual } = await import('../../../scripts/doctor/services.ts');

/** The product's callbacks, as they are reached from outside. */
const outside = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://product.test');
  const queryStringParameters = Object.fromEntries(searchParams);
  const isPush = pathname === '/notify/wechat-virtual';
  const answered = isPush
    ? callback('virtualNotice', { httpMethod: 'GET', queryStringParameters })
    : Promise.resolve({ statusCode: 404, body: '' });
  void answered.then(({ statusCode, body }) => response.writeHead(statusCode).end(body));
});
await new Promise<void>(resolve => void outside.listen(0, '127.0.0.1', resolve));
afterAll(() => void outside.close());
const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;

const { useVirtual } = virtualCommerceOf(world);
const sealed = (field: string, secret: string) =>
  seal(secret, placeOf('settings', 'payment', `virtual.${field}`));
const sellVirtually = async () => {
  for (const { _id } of (await world.rows('packages')) as { _id: string }[])
    await set('packages', _id, { payChannels: ['wxpay', 'virtual'] });
};

const warnings = async () => (await world.ok('adminSettings', 'getSystemStatus', {})).warnings;
const doctor = (address = url) =>
  askVirtual({ variables: { value: () => address } } as unknown as Deployment);
const tried = () => world.ok('adminSettings', 'testPayment', { channel: 'virtual' });

beforeEach(() => world.reset());

it('what WeChat forbids is named where virtual goods would be paid by WeChat Pay in the mini-program', async () => {
  expect(await warnings()).toEqual([expect.stringMatching(/^虚拟支付没有启用：.*2026-04-01/)]);
  expect(await doctor()).toMatchObject([
    { ok: false, found: expect.stringContaining('虚拟支付没有启用') },
  ]);
  await useVirtual();
  expect(await warnings()).toContainEqual(expect.stringMatching(/^已上架的套餐「.+」在小程序内/));
  await sellVirtually();
  expect(await warnings()).toEqual([]);
});

it('without a mini-program nothing is forbidden, until visitors come from one', async () => {
  await set('settings', 'notification', { miniProgram: { appSecretEnc: '' } });
  for (const { _id, openid } of (await world.rows('users')) as { _id: string; openid: string }[])
    if (openid.startsWith('o')) await set('users', _id, { openid: `anon:${_id}` });
  expect(await warnings()).toEqual([]);
  expect(await doctor()).toMatchObject([{ ok: true }]);
  const caller = { TCB_UUID: '77', WX_OPENID: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' };
  await world.ok('appUser', 'agree', { version: '1' }, { caller });
  expect(await warnings()).toHaveLength(1);
});

it('right settings are taken by WeChat, and the address of pushes answers its check', async () => {
  await useVirtual();
  await sellVirtually();
  expect(await tried()).toMatchObject({ ok: true, message: '连接正常，密钥正确' });
  expect(await doctor()).toMatchObject([1, 2, 3, 4].map(() => ({ ok: true })));
  expect((await doctor('http://127.0.0.1:9'))[2]).toMatchObject({ ok: false });
  expect((await doctor(`${url}/elsewhere`))[2]).toMatchObject({
    ok: false,
    found: expect.stringContaining('answered 404, and not the echo'),
    advice: expect.stringContaining('消息推送'),
  });
});

it.each([
  ['offerId', '14500a', '支付应用 ID 应为数字'],
  ['appKeyEnc', 'v1:9:lost', '现网密钥没有填写或无法解密'],
  ['pushTokenEnc', '', '消息推送令牌没有填写'],
  ['pushAesKeyEnc', () => sealed('pushAesKeyEnc', 'short'), '不是 43 位'],
])('a fault of the settings is named with what to do: %s', async (field, value, sentence) => {
  await sellVirtually();
  await useVirtual({ [field]: typeof value === 'function' ? value() : value });
  const fault = expect.stringMatching(new RegExp(`${sentence}.*支付设置`)) as string;
  expect(await warnings()).toEqual([fault]);
  expect(await doctor()).toMatchObject([{ ok: true }, { ok: false, found: fault }]);
});

it('of the sandbox in use, its own key is looked at', async () => {
  await sellVirtually();
  await useVirtual({ sandbox: true, appKeyEnc: '' });
  expect(await warnings()).toEqual([]);
  expect(await tried()).toMatchObject({ ok: true });
  await useVirtual({ sandbox: true, sandboxAppKeyEnc: '' });
  expect(await warnings()).toEqual([expect.stringMatching(/^沙箱密钥/)]);
});

it('a test says what WeChat refuses, and the doctor where only this machine is refused', async () => {
  await sellVirtually();
  await useVirtual({ appKeyEnc: sealed('appKeyEnc', virtualAccount.appKeys[1]!) });
  expect(await tried()).toMatchObject({
    ok: false,
    message: expect.stringMatching(/验签未通过/) as string,
  });
  expect((await doctor())[3]).toMatchObject({ ok: false });
  await useVirtual();
  const disturb = (given: object) =>
    fetch(`${world.emulator.url}/__sandbox/wechat`, { method: 'PUT', body: JSON.stringify(given) });
  await disturb({ mode: 'refuse', code: 40164 });
  expect(await tried()).toMatchObject({
    ok: false,
    message: expect.stringMatching(/40164.*白名单/) as string,
  });
  expect((await doctor())[3]).toMatchObject({
    ok: null,
    advice: expect.stringMatching(/测试虚拟支付/) as string,
  });
  await disturb({ mode: 'fail' });
  expect(await tried()).toMatchObject({ ok: false, message: '微信没有响应，请稍后再试' });
  await set('settings', 'notification', { miniProgram: { appSecretEnc: '' } });
  expect(await tried()).toMatchObject({
    ok: false,
    message: expect.stringMatching(/AppSecret/) as string,
  });
});
