import { zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Platform, startPlatform } from './platform.ts';

let platform: Platform;
let key: string;
beforeAll(async () => {
  platform = await startPlatform();
  const { library } = platform;
  key = (await library.env.createApiKey({ KeyType: 'publish_key' })).ApiKey!;
  const code = zipSync({ 'index.js': Buffer.from('exports.main = async () => ({ code: 0 });') });
  for (const name of ['shop', 'till'])
    await library.functions.createFunction({
      func: { name, runtime: 'Nodejs20.19' },
      base64Code: Buffer.from(code).toString('base64'),
    });
  await library.commonService('tcb', '2018-06-08').call({
    Action: 'ModifyResourcePermission',
    Param: {
      EnvId: 'shop-1a2b',
      ResourceType: 'function',
      Permission: 'CUSTOM',
      SecurityRule: JSON.stringify({ '*': { invoke: true } }),
    },
  });
});
afterAll(() => platform[Symbol.asyncDispose]());

const policy = (statement: object[], more: object = {}) => ({
  ResourceType: 'gateway',
  Resource: 'Shop',
  GatewayPolicyCode: 'Shop',
  GatewayPolicyExpression: JSON.stringify({ version: '1.0', statement }),
  ...more,
});
const allow = (path: string) => ({ action: `functions:${path}`, resource: '*', effect: 'allow' });

const post = async (path: string) => {
  const answer = await fetch(`${platform.emulator.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{}',
  });
  return answer.ok ? 'open' : ((await answer.json()) as { code: string }).code;
};
const call = (name: string) => post(`/v1/functions/${name}`);
const anonymousRole = async () => {
  const { Data } = (await platform.library.permission.describeRoleList({
    roleIdentity: 'anonymousUser',
    loadDetails: true,
  })) as unknown as { Data: { SystemRoles: { RoleId: string; Policies: object[] }[] } };
  return Data.SystemRoles[0]!;
};

describe('policies of roles', () => {
  it('are needed: an empty environment lets nobody reach a function or a file', async () => {
    expect(await call('shop')).toBe('ACTION_FORBIDDEN');
    expect(await call('nobody')).toBe('ACTION_FORBIDDEN');
    expect(await post('/v1/storages/get-objects-download-info')).toBe('ACTION_FORBIDDEN');
  });

  it('open the paths that they name, and a refusal outweighs a permission', async () => {
    const { permission } = platform.library;
    const { RoleId: roleId } = await anonymousRole();
    await permission.modifyRole({ roleId, addPolicies: [policy([allow('/v1/functions/shop')])] });
    expect([await call('shop'), await call('till')]).toEqual(['open', 'ACTION_FORBIDDEN']);
    expect((await anonymousRole()).Policies).toMatchObject([{ GatewayPolicyCode: 'Shop' }]);

    const all = { ResourceType: 'gateway', Resource: 'FunctionsHttpApiAllow' };
    await permission.modifyRole({ roleId, addPolicies: [all] });
    expect([await call('shop'), await call('till')]).toEqual(['open', 'open']);
    const none = policy([{ ...allow('/v1/functions/till'), effect: 'deny' }], { Resource: 'No' });
    await permission.modifyRole({ roleId, addPolicies: [none] });
    expect([await call('shop'), await call('till')]).toEqual(['open', 'ACTION_FORBIDDEN']);
    await permission.modifyRole({ roleId, removePolicies: [all, none, policy([])] });
    expect(await call('shop')).toBe('ACTION_FORBIDDEN');
  });

  it('take effect after a while, and are refused where they cannot be read', async () => {
    const { permission } = platform.library;
    const { RoleId: roleId } = await anonymousRole();
    await platform.seam('management', { delays: { gateway: 180_000 } });
    await permission.modifyRole({ roleId, addPolicies: [policy([allow('/v1/functions/shop')])] });
    expect(await call('shop')).toBe('ACTION_FORBIDDEN');
    await platform.seam('clock', { now: Date.now() + 181_000 });
    expect(await call('shop')).toBe('open');
    await platform.seam('clock', { now: null });
    await platform.seam('management', { delays: { gateway: 0 } });
    await expect(
      permission.modifyRole({ roleId, addPolicies: [policy([{ action: 'everything' }])] }),
    ).rejects.toMatchObject({ code: 'InvalidParameter' });
    await expect(permission.modifyRole({ roleId: '99', addPolicies: [] })).rejects.toMatchObject({
      code: 'ResourceNotFound',
    });
    const many = Array.from({ length: 51 }, (_unused, n) =>
      policy([allow(`/${n}`)], { Resource: `P${n}` }),
    );
    await expect(permission.modifyRole({ roleId, addPolicies: many })).rejects.toMatchObject({
      code: 'LimitExceeded',
    });
  });
});

describe('Rego', () => {
  const save = (value: string) =>
    platform.library.permission.modifyEnvAuthzConfig({ key: 'authz.user.rego', value });
  const saved = async () => {
    const { Item } = (await platform.library.permission.describeEnvAuthzConfig({
      key: 'authz.user.rego',
    })) as unknown as { Item: { Value: string } };
    return Item.Value;
  };
  const metaNow = async () => (await platform.library.env.getEnvInfo()).EnvInfo.Meta;
  beforeEach(async () => {
    const { RoleId: roleId } = await anonymousRole();
    await platform.library.permission.modifyRole({
      roleId,
      addPolicies: [policy([allow('/v1/functions/shop')])],
    });
  });

  it('ends the policies of roles as soon as it is saved', async () => {
    expect([await metaNow(), await saved(), await call('shop')]).toEqual([null, '', 'open']);
    await save('package authz.user\n\ndefault allow := false\n');
    expect(await metaNow()).toEqual([{ Key: 'authz_engine', Value: 'opa' }]);
    expect(await call('shop')).toBe('ACCESS_DENIED');
  });

  it('opens what it allows; a denial outweighs it', async () => {
    const text = [
      'package authz.user',
      'allow if {',
      '\tinput.cloudbase.resource_type == "functions"',
      '\tinput.request.path in {"/v1/functions/shop", "/v1/functions/till"}',
      '\tnot input.subject.auth_type == "external"',
      '}',
      'deny contains "closed" if startswith(input.request.path, "/v1/functions/ti")',
    ].join('\n');
    await save(text);
    expect(await saved()).toBe(text);
    expect([await call('shop'), await call('till'), await call('nobody')]).toEqual([
      'open',
      'ACCESS_DENIED',
      'ACCESS_DENIED',
    ]);
    await platform.restart();
    expect(await call('shop')).toBe('open');
  });

  it.each([
    ['nothing', ' '],
    ['another package', 'package authz.other\n'],
    ['an open brace', 'package authz.user\nallow if {\n'],
    ['what is not understood', 'package authz.user\nallow := true\n'],
  ])('is refused with %s, and the one before stays', async (_what, text) => {
    const before = await saved();
    await expect(
      platform.library.commonService('tcb', '2018-06-08').call({
        Action: 'ModifyEnvConfig',
        Param: { EnvId: 'shop-1a2b', Key: 'authz.user.rego', Value: text },
      }),
    ).rejects.toMatchObject({ code: 'InvalidParameter' });
    expect(await saved()).toBe(before);
  });
});
