import { beforeEach, describe, expect, it } from 'vitest';
import { EXAMPLE_PASSWORD } from '#contract/admin.ts';
import { PASSWORD, startWorld } from '../world/harness.ts';
import { codesOf } from '../world/withFactor.ts';

const world = await startWorld({ LOGIN_FAILURES_PER_IP: 4 });
const { call, ok, rows } = world;
const { environment } = await import('#cloudfunctions/_shared/base/environment.ts');
const { createAdmin } = await import('#cloudfunctions/_shared/admins/newAdmin.ts');

await world.reset();
beforeEach(async () => {
  await world.reset();
});

const change = (newPassword: string, oldPassword = PASSWORD) =>
  call('adminAuth', 'changePassword', { oldPassword, newPassword });
const login = (password: string, more: { username?: string; ip?: string } = {}) => {
  const { username = 'admin', ip } = more;
  return call('adminAuth', 'login', { username, password }, ip === undefined ? {} : { ip });
};

describe('a password', () => {
  const weak = ['123456', 'password', '      ', 'admin888', 'aaaaaaaa', 'abcdefgh'];

  it.each(weak)('is not changed to "%s"', async password => {
    expect(await change(password)).toMatchObject({
      code: 40001,
      data: { fields: { newPassword: '密码过于常见，请换一个' } },
    });
    expect((await login(PASSWORD)).code).toBe(0);
  });

  it.each(weak)('of a new administrator is not "%s"', async password => {
    const wanted = { username: 'mallory', password, role: 'support' };
    await expect(createAdmin(wanted)).rejects.toMatchObject({ code: 40001 });
  });

  it('is not the own user name, however it is written', async () => {
    const { token: own } = await world.someAdmin({ username: 'zhangwei' });
    for (const newPassword of ['zhangwei', 'ZhangWei', ' zhangwei ', 'ｚｈａｎｇｗｅｉ'])
      expect(
        await call(
          'adminAuth',
          'changePassword',
          { oldPassword: PASSWORD, newPassword },
          { token: own },
        ),
      ).toMatchObject({ code: 40001, data: { fields: { newPassword: '密码不能与用户名相同' } } });
  });

  it('is the published example nowhere but in the environment `local`', async () => {
    const { SCF_NAMESPACE } = environment;
    environment.SCF_NAMESPACE = 'prod-1a2b';
    try {
      expect((await change(EXAMPLE_PASSWORD)).code).toBe(40001);
    } finally {
      environment.SCF_NAMESPACE = SCF_NAMESPACE;
    }
    expect((await change(EXAMPLE_PASSWORD)).code).toBe(0);
  });

  it('of six characters is taken', async () => {
    expect((await change('k7-Q2z')).code).toBe(0);
  });

  it('is the same whether its accents are characters of their own or not', async () => {
    expect((await change('caf\u0065\u0301-7kq')).code).toBe(0);
    expect((await login('caf\u00e9-7kq')).code).toBe(0);
  });
});

describe('above the limit of an address', () => {
  it('every sign-in is refused as one, whatever the name, before a password is compared', async () => {
    expect((await login(PASSWORD)).code).toBe(0);
    for (const username of ['a', 'b', 'c', 'd'])
      expect((await login('wrong', { username })).code).toBe(40301);
    const refused = { code: 42901, message: '登录尝试过多，请稍后再试' };
    for (const username of ['admin', 'xiaochen', 'nobody'])
      expect(await login(PASSWORD, { username })).toMatchObject(refused);
    expect((await login(PASSWORD, { ip: '198.51.100.9' })).code).toBe(0);
  });
});

describe('codes of a factor that is being set up', () => {
  it('are limited and recorded in the audit log as others are', async () => {
    const { uri } = await ok('adminAuth', 'beginSecondFactor', { password: PASSWORD });
    const enable = (code: string) => call('adminAuth', 'enableSecondFactor', { code });
    for (let at = 0; at < environment.LOGIN_FREE_ATTEMPTS; at += 1)
      expect((await enable('000000')).code).toBe(40301);
    const failed = (await rows('auditLogs')).filter(({ result }) => result === 'fail');
    expect(failed).toHaveLength(environment.LOGIN_FREE_ATTEMPTS);
    // The right one is not judged any more.
    expect((await enable(codesOf(uri)())).code).toBe(40301);
    expect((await rows('secondFactors'))[0]?.['secretEnc'] ?? '').toBe('');
  });
});
