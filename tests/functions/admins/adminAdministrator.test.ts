import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PASSWORD, startWorld } from '../world/harness.ts';

const world = await startWorld();
const { call, ok, rows } = world;

let { admin, token } = await world.reset();
beforeEach(async () => ({ admin, token } = await world.reset()));
afterEach(() => vi.useRealTimers());

const as = (of = token) => ({ token: of });
const stored = async (id: string) => (await rows('admins')).find(({ _id }) => _id === id);
const audited = async () =>
  (await rows('auditLogs')).filter(row => row.function === 'adminAdministrator');
const login = (username: string, password: string) =>
  call('adminAuth', 'login', { username, password });
const alive = async (of: string) => (await call('adminAuth', 'getProfile', {}, as(of))).code === 0;
const setStatus = (id: string, status: string, of = token) =>
  call('adminAdministrator', 'setAdministratorStatus', { id, status }, as(of));
const create = (more: object = {}) =>
  call(
    'adminAdministrator',
    'createAdministrator',
    { username: 'Chen', nickName: '小陈', ...more },
    as(),
  );

describe('a new administrator', () => {
  it('gets a one-time password that is answered once and stored nowhere in clear', async () => {
    const { data: made } = await create();
    const password = String(made.oneTimePassword);
    expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){2}$/);
    expect(await world.dump()).not.toContain(password);
    expect(world.errors.join()).not.toContain(password);
    expect(await audited()).toMatchObject([
      {
        action: 'createAdministrator',
        adminId: admin._id,
        resource: 'admin',
        resourceId: made._id,
      },
    ]);
    const read = await ok('adminAdministrator', 'getAdministratorById', { id: made._id }, as());
    expect(JSON.stringify(read)).not.toMatch(/scrypt|oneTimePassword|passwordHash|knownIps|epoch/);
    expect(read).toMatchObject({ username: 'chen', nickName: '小陈', status: 'active' });
  });

  it('does nothing before it has chosen a password of its own', async () => {
    const { oneTimePassword } = (await create()).data;
    const first = await ok('adminAuth', 'login', {
      username: 'chen',
      password: String(oneTimePassword),
    });
    expect(first.admin.oneTimeUntil).toBeGreaterThan(Date.now());
    const refusal = { code: 40302, message: '请先修改一次性密码，再进行其他操作', data: null };
    const id = 'adm_0002';
    for (const answer of [
      await call('keyword', 'getKeywords', {}, first),
      await call('adminAuth', 'updateProfile', { nickName: '别的', rev: 1 }, first),
      await setStatus(id, 'disabled', first.token),
    ])
      expect(answer).toMatchObject(refusal);
    expect(await stored(id)).toMatchObject({ status: 'active' });
    expect((await call('adminAuth', 'getProfile', {}, first)).code).toBe(0);

    const change = (newPassword: string) =>
      call('adminAuth', 'changePassword', { oldPassword: oneTimePassword, newPassword }, first);
    expect(await change(String(oneTimePassword))).toMatchObject({
      code: 40001,
      data: { fields: { newPassword: '新密码不能与一次性密码相同' } },
    });
    expect((await change('自己选的密码')).code).toBe(0);
    expect((await login('chen', String(oneTimePassword))).code).toBe(40301);
    const own = await ok('adminAuth', 'login', { username: 'chen', password: '自己选的密码' });
    expect(own.admin.oneTimeUntil).toBeNull();
    expect((await call('keyword', 'getKeywords', {}, own)).code).toBe(0);
  });

  it('cannot sign in with a one-time password that has expired', async () => {
    const { oneTimePassword } = (await create()).data;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 86_400_000 + 1 });
    expect(await login('chen', String(oneTimePassword))).toMatchObject({
      code: 40301,
      message: '用户名或密码错误',
    });
  });

  it('changes no password with a one-time password that has expired', async () => {
    const password = String((await create()).data.oneTimePassword);
    const { _id: id } = (await rows('admins')).find(({ username }) => username === 'chen') ?? {};
    const until = Number((await stored(String(id)))?.['oneTimeUntil']);
    vi.useFakeTimers({ toFake: ['Date'], now: until - 1_000 });
    const late = await ok('adminAuth', 'login', { username: 'chen', password });
    const sessions = async () =>
      (await ok('adminAdministrator', 'getAdministratorById', { id: String(id) }, as())).sessions;
    expect((await call('adminAuth', 'getProfile', {}, late)).code).toBe(0);

    vi.setSystemTime(until);
    ({ token } = await world.someAdmin());
    const before = await stored(String(id));
    const change = { oldPassword: password, newPassword: 'quite another 1' };
    for (const [action, data] of [
      ['changePassword', change],
      ['getProfile', {}],
    ] as const)
      expect(await call('adminAuth', action, data, late)).toMatchObject({ code: -1, data: null });
    expect(await sessions()).toEqual([]);
    expect(await stored(String(id))).toEqual(before);
  });

  it('is made once by a call that is repeated, which is not answered the password again', async () => {
    const { data: first } = await create({ idemKey: 'new-admin-1' });
    const { data: again } = await create({ idemKey: 'new-admin-1' });
    expect(again).toMatchObject({ _id: first._id, oneTimePassword: null });
    expect((await login('chen', String(first.oneTimePassword))).code).toBe(0);
    expect(await create()).toMatchObject({
      code: 40001,
      data: { fields: { username: '用户名已存在' } },
    });
  });
});

describe('disabling', () => {
  it('ends every session at once, for good, and signing in is refused like a wrong password', async () => {
    const other = await world.someAdmin({ username: 'other' });
    const answer = await setStatus(other.admin._id, 'disabled');
    expect(answer).toMatchObject({ code: 0, data: { status: 'disabled' } });
    expect(await alive(other.token)).toBe(false);
    expect(await login('other', PASSWORD)).toMatchObject({
      code: 40301,
      message: '用户名或密码错误',
      data: null,
    });
    expect((await setStatus(other.admin._id, 'active')).code).toBe(0);
    expect(await alive(other.token)).toBe(false);
    expect((await login('other', PASSWORD)).code).toBe(0);
    expect(await audited()).toMatchObject([
      { adminId: admin._id, resourceId: other.admin._id, diff: expect.any(Array) as unknown },
      { adminId: admin._id, resourceId: other.admin._id },
    ]);
  });

  it('is refused for oneself', async () => {
    expect(await setStatus(admin._id, 'disabled')).toMatchObject({
      code: 40902,
      message: '不能停用自己',
    });
    expect(await alive(token)).toBe(true);
  });

  it('leaves one of those who disable each other at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b, c] = [await world.someAdmin(), await world.someAdmin(), await world.someAdmin()];
      const answers = await Promise.all([
        setStatus(b.admin._id, 'disabled', a.token),
        setStatus(c.admin._id, 'disabled', b.token),
        setStatus(a.admin._id, 'disabled', c.token),
      ]);
      const states = await Promise.all(
        [a, b, c].map(async one => (await stored(one.admin._id))?.status),
      );
      expect(states).toContain('active');
      expect(answers.filter(({ code }) => code === 0)).toHaveLength(
        states.filter(state => state === 'disabled').length,
      );
      for (const { code } of answers) expect([0, -1, 40902]).toContain(code);
    }
  });
});

describe('resetting', () => {
  const reset = (id: string, more: object = {}, of = token) =>
    call('adminAdministrator', 'resetAdministratorPassword', { id, ...more }, as(of));

  it('makes a new one-time password and ends every session', async () => {
    const other = await world.someAdmin({ username: 'other' });
    const { data } = await reset(other.admin._id, { rev: 1 });
    expect(await alive(other.token)).toBe(false);
    expect((await login('other', PASSWORD)).code).toBe(40301);
    expect(await world.dump()).not.toContain(data.oneTimePassword);
    const signedIn = await ok('adminAuth', 'login', {
      username: 'other',
      password: data.oneTimePassword,
    });
    expect((await call('keyword', 'getKeywords', {}, signedIn)).code).toBe(40302);
    // Who reads of the same version would make the first password void.
    expect((await reset(other.admin._id, { rev: 1 })).code).toBe(40901);
    expect(await audited()).toMatchObject([
      {
        action: 'resetAdministratorPassword',
        resourceId: other.admin._id,
        diff: expect.arrayContaining([
          { path: 'passwordHash', from: '[set]', to: '[set]' },
        ]) as unknown,
      },
    ]);
  });

  it('is refused for oneself and for a disabled administrator', async () => {
    expect(await reset(admin._id)).toMatchObject({ code: 40902, message: /不能重置自己/ as never });
    expect((await reset('adm_0003')).code).toBe(40902);
    expect(await alive(token)).toBe(true);
  });
});

describe("another administrator's devices", () => {
  it('are shown and counted while they are signed in, and ended one by one', async () => {
    const detail = () => ok('adminAdministrator', 'getAdministratorById', { id: 'adm_0002' }, as());
    const { sessions } = await detail();
    expect(sessions.map(({ ip }) => ip)).toEqual(['198.51.100.31', '198.51.100.32']);
    const counts = async () => {
      const { list } = await ok('adminAdministrator', 'getAdministrators', {}, as());
      return list.map(one => ('damaged' in one ? one : [one._id, one.deviceCount]));
    };
    expect(await counts()).toEqual(
      expect.arrayContaining([
        ['adm_0002', 2],
        ['adm_0003', 0],
      ]),
    );
    const sessionId = String(sessions[0]?._id);
    const end = (id: string) =>
      call('adminAdministrator', 'revokeAdministratorSession', { id, sessionId }, as());
    expect((await end('adm_0003')).code).toBe(40400);
    expect((await end('adm_0002')).code).toBe(0);
    expect((await end('adm_0002')).code).toBe(40400);
    expect((await detail()).sessions).toHaveLength(1);
    expect(await audited()).toMatchObject([
      { action: 'revokeAdministratorSession', adminId: admin._id, resourceId: 'adm_0002' },
    ]);
  });
});
