import tcb from '@cloudbase/node-sdk';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Platform, startPlatform } from './platform.ts';

let platform: Platform;
beforeAll(async () => {
  process.env.TENCENTCLOUD = 'true';
  platform = await startPlatform({ conditions: { gateway: { starts: 'open' } } });
});
afterAll(() => platform[Symbol.asyncDispose]());

const send = (target: string, body: object, headers: Record<string, string> = {}) =>
  fetch(platform.emulator.url + target, { method: 'POST', body: JSON.stringify(body), headers });

const signInAnonymously = () => send('/auth/v1/signin/anonymously', {}, { 'x-device-id': 'one' });

const tcbCall = (Action: string, Param: object) =>
  platform.library
    .commonService('tcb', '2018-06-08')
    .call({ Action, Param: { EnvId: platform.emulator.envId, ...Param } });

const noLogin = {
  PhoneNumberLogin: false,
  EmailLogin: false,
  UserNameLogin: false,
  AnonymousLogin: false,
};

async function createFunction(name: string): Promise<void> {
  const source = 'exports.main = event => ({ statusCode: 200, body: event.path ?? "called" });';
  const archive = zipSync({ 'index.js': Buffer.from(source) });
  await platform.library.commonService('scf', '2018-04-16').call({
    Action: 'CreateFunction',
    Param: {
      Namespace: platform.emulator.envId,
      FunctionName: name,
      Code: { ZipFile: Buffer.from(archive).toString('base64') },
    },
  });
}

describe('an empty environment', () => {
  it('lets nobody sign in until a way is switched on', async () => {
    expect((await signInAnonymously()).status).toBe(403);

    await platform.library.env.modifyLoginConfig({ ...noLogin, AnonymousLogin: true });

    expect(await platform.library.env.getLoginConfig()).toMatchObject({ AnonymousLogin: true });
    expect((await signInAnonymously()).status).toBe(200);
  });

  it('takes tickets once custom login is on, made with the key that it handed out', async () => {
    const { env } = platform.library;
    const { PrivateKey, KeyID } = await env.createCustomLoginKeys();
    const { envId, secretId, secretKey, url } = platform.emulator;
    const credentials = { private_key_id: KeyID, private_key: PrivateKey, env_id: envId };
    const app = tcb.init({
      env: envId,
      secretId,
      secretKey,
      serviceUrl: `${url}/admin`,
      credentials,
    });
    const ticket = app.auth().createTicket('admin-1');
    const signIn = () => send('/auth/v1/signin/custom', { provider_id: 'custom', ticket });
    expect((await signIn()).status).toBe(403);

    await env.modifyProvider({ Id: 'custom', On: 'TRUE' });

    expect((await env.getProviders()).Data).toContainEqual(
      expect.objectContaining({ Id: 'custom', On: 'TRUE' }),
    );
    expect((await signIn()).status).toBe(200);
    // The one before goes on being valid for a while.
    await env.createCustomLoginKeys();
    expect((await signIn()).status).toBe(200);
  });

  it('has one publishable key, which opens public functions', async () => {
    const { env } = platform.library;
    await createFunction('open');
    await tcbCall('ModifyResourcePermission', {
      ResourceType: 'function',
      Permission: 'CUSTOM',
      SecurityRule: JSON.stringify({ '*': { invoke: 'auth != null' }, open: { invoke: true } }),
    });

    const { ApiKey } = await env.createApiKey({ KeyType: 'publish_key' });

    const call = (key: string) =>
      send('/v1/functions/open', {}, { authorization: `Bearer ${key}` });
    expect((await call(ApiKey!)).status).toBe(200);
    expect((await call('another')).status).toBe(401);
    await expect(env.createApiKey({ KeyType: 'publish_key' })).rejects.toMatchObject({
      code: 'ResourceInUse',
    });
    const { Data } = await env.describeApiKeyList({ KeyType: 'publish_key' });
    expect(Data).toMatchObject([{ ApiKey }]);
  });

  it('answers pages of the configured origins', async () => {
    const from = (origin: string) =>
      fetch(`${platform.emulator.url}/__emulator/health`, { headers: { origin } });
    expect((await from('https://shop.example.com')).status).toBe(403);

    await platform.library.env.createEnvDomain(['shop.example.com']);

    expect((await from('https://shop.example.com')).status).toBe(200);
    expect((await platform.library.env.getEnvAuthDomains()).Domains).toMatchObject([
      { Domain: 'shop.example.com', Status: 'ENABLE' },
    ]);
    await platform.library.env.deleteEnvDomain(['shop.example.com']);
    expect((await from('https://shop.example.com')).status).toBe(403);
  });
});

describe('rules', () => {
  it('of functions hold after a while, and until then the old ones', async () => {
    await createFunction('ruled');
    const rule = (invoke: unknown) =>
      tcbCall('ModifyResourcePermission', {
        ResourceType: 'function',
        Permission: 'CUSTOM',
        SecurityRule: JSON.stringify({ '*': { invoke: false }, ruled: { invoke } }),
      });
    await platform.library.env.modifyLoginConfig({ ...noLogin, AnonymousLogin: true });
    const { access_token: token } = (await (await signInAnonymously()).json()) as {
      access_token: string;
    };
    const call = async () =>
      (await send('/v1/functions/ruled', {}, { authorization: `Bearer ${token}` })).status;
    await rule(false);
    expect(await call()).toBe(403);

    await platform.seam('management', { delays: { rule: 60_000 } });
    await rule('auth != null');
    expect(await call()).toBe(403);
    await platform.seam('clock', { now: Date.now() + 61_000 });
    expect(await call()).toBe(200);
    await platform.seam('clock', { now: null });
    await platform.seam('management', { delays: { rule: 0 } });
    await expect(rule('auth.uid == 1')).rejects.toMatchObject({ code: 'InvalidParameter' });
  });

  it('of files are those that were set', async () => {
    expect(await platform.library.storage.getStorageAcl()).toBe('PRIVATE');

    await platform.library.storage.setStorageAcl('ADMINONLY');

    expect(await platform.library.storage.getStorageAcl()).toBe('ADMINONLY');
  });
});

describe('HTTP paths', () => {
  it('lead to their functions until they are removed', async () => {
    await createFunction('notified');
    const { access } = platform.library;
    const get = async (target: string) => (await fetch(platform.emulator.url + target)).text();

    await access.createAccess({ path: '/notify', name: 'notified' });

    expect(await get('/notify/wechat')).toBe('/notify/wechat');
    await expect(access.createAccess({ path: '/notify', name: 'open' })).rejects.toMatchObject({
      code: 'InvalidParameter.APICreated',
    });
    const { APISet } = await access.getAccessList({ name: 'notified' });
    expect(APISet).toMatchObject([{ Path: '/notify', Name: 'notified', Type: 1 }]);
    const apiIds = [APISet[0]!.APIId];
    await access.switchPathAuth({ apiIds, auth: true });
    expect(await get('/notify/wechat')).toContain('MISSING_CREDENTIALS');
    await access.switchPathAuth({ apiIds, auth: false });
    expect(await get('/notify/wechat')).toBe('/notify/wechat');
    await access.deleteAccess({ apiId: APISet[0]!.APIId, name: 'notified' });
    expect(await get('/notify/wechat')).not.toBe('/notify/wechat');
  });
});

it('everything is there after a restart', async () => {
  await createFunction('kept');
  await platform.library.access.createAccess({ path: '/kept', name: 'kept' });
  await platform.library.env.modifyLoginConfig({ ...noLogin, AnonymousLogin: true });
  const before = await platform.library.env.describeApiKeyList({ KeyType: 'publish_key' });

  await platform.restart();

  expect(await (await fetch(`${platform.emulator.url}/kept/1`)).text()).toBe('/kept/1');
  expect((await signInAnonymously()).status).toBe(200);
  const { Data } = await platform.library.env.describeApiKeyList({ KeyType: 'publish_key' });
  expect(Data).toEqual(before.Data);
});
