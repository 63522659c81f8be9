import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { allRights } from '#contract/rights/rights.ts';
import { noLimits } from '#contract/rights/roles.ts';
import { PASSWORD, startWorld } from '../world/harness.ts';

const world = await startWorld();
const { call, ok, rows } = world;
const { createAdmin } = await import('#cloudfunctions/_shared/admins/newAdmin.ts');

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await world.reset();
});
afterEach(() => vi.useRealTimers());
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const minutes = 60_000;

/** Who signs in here. */
const owner = async () => (await rows('admins')).find(({ _id }) => _id === 'first_admin');
const login = (username: string, password: string, ip?: string) =>
  call('adminAuth', 'login', { username, password }, ip === undefined ? {} : { ip });
const refusal = { code: 40301, message: '用户名或密码错误', data: null };

describe('signing in', () => {
  it('opens a session, and returns its token, a ticket of the platform and the administrator', async () => {
    const before = await owner();
    const answer = await ok('adminAuth', 'login', {
      username: ' Admin ',
      password: PASSWORD,
      userAgent: 'Chromium 156',
    });
    expect(answer.token).toMatch(/^adm\.[\w-]+\.[\w-]{43}$/);
    expect(answer.expireTime).toBe(Date.now() + 7 * 24 * 60 * minutes);
    expect(answer.admin).toEqual({
      _id: before?._id,
      rev: 1,
      createTime: before?.createTime,
      updateTime: before?.updateTime,
      username: 'admin',
      nickName: '测试管理员',
      avatar: '',
      role: 'admin',
      roleName: '管理员',
      rights: [...allRights],
      limits: noLimits,
      lastLoginTime: Date.now(),
      oneTimeUntil: null,
      secondFactorTime: null,
    });
    expect(await ok('adminAuth', 'getProfile', {}, answer)).toEqual(answer.admin);
    const { list } = await ok('adminAuth', 'getSessions', {}, answer);
    expect(list.find(({ current }) => current)).toMatchObject({
      ip: world.home,
      userAgent: 'Chromium 156',
    });

    const signedIn = await fetch(`${world.emulator.url}/auth/v1/signin/custom?client_id=local`, {
      method: 'POST',
      body: JSON.stringify({ provider_id: 'custom', ticket: answer.ticket }),
    });
    expect(await signedIn.json()).toMatchObject({
      access_token: expect.stringMatching(/./) as string,
    });
  });

  it('stores no token and no password, writes an audit row, and conflicts with no edit of the profile', async () => {
    const { token } = await ok('adminAuth', 'login', { username: 'admin', password: PASSWORD });
    const everything = await world.dump();
    expect(everything).not.toContain(token);
    expect(everything).not.toContain(PASSWORD);
    const admin = await owner();
    expect(admin).toMatchObject({ rev: 1, knownIps: [world.home], lastLoginIp: world.home });
    expect(await rows('auditLogs')).toMatchObject([
      {
        adminId: admin?._id,
        adminName: '测试管理员',
        function: 'adminAuth',
        action: 'login',
        resource: 'session',
        result: 'ok',
        ip: world.home,
      },
    ]);
  });

  it('remembers the ten latest addresses', async () => {
    const admin = await owner();
    const { admins } = await import('#cloudfunctions/_shared/base/session.ts');
    const places = Array.from({ length: 10 }, (_, at) => `198.51.100.${at}`);
    await admins.note(String(admin?._id), { knownIps: places });
    await ok('adminAuth', 'login', { username: 'admin', password: PASSWORD });
    expect((await owner())?.knownIps).toEqual([world.home, ...places.slice(0, 9)]);
  });

  it('gives one answer to an unknown name, a wrong password, a disabled administrator and a locked name', async () => {
    await world.someAdmin({ username: 'disabled', status: 'disabled' });
    const before = await world.dump(['auditLogs']);
    expect(await login('nobody', PASSWORD)).toMatchObject(refusal);
    expect(await login('disabled', PASSWORD)).toMatchObject(refusal);
    for (let at = 0; at < 5; at += 1) expect(await login('admin', 'wrong')).toMatchObject(refusal);
    expect(await login('admin', PASSWORD)).toMatchObject(refusal);
    expect(await world.dump(['auditLogs'])).toBe(before);
    const failures = await rows('auditLogs');
    expect(failures.map(({ result }) => result)).toEqual(Array(7).fill('fail'));
    expect(JSON.stringify(failures)).not.toMatch(/nobody|wrong/);
  });

  it('has a sentence for each missing field', async () => {
    expect((await login('', '')).data).toEqual({
      fields: { username: '请输入用户名', password: '请输入密码' },
    });
  });
});

describe('guessing', () => {
  it('judges at most ten of 200 parallel wrong passwords, and the right one again after the window', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) => login('admin', `guess ${at}`)),
    );
    const judged = (await rows('auditLogs')).filter(({ action }) => action === 'login').length;
    expect(judged).toBeGreaterThan(0);
    expect(judged).toBeLessThanOrEqual(10);
    // A machine busy with other things may let one of the calls time out; none may come through.
    for (const answer of answers) expect([40301, 42901, 50001]).toContain(answer.code);
    expect((await login('admin', PASSWORD)).code).toBe(40301);

    later(16 * minutes);
    expect((await login('admin', PASSWORD)).code).toBe(0);
  });

  it('judges all free attempts of any number of concurrent ones', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, at) => login('admin', `guess ${at}`)));
    expect(await rows('auditLogs')).toHaveLength(5);
  });

  it('waits twice as long after each further failure, and forgets them after a success', async () => {
    const refused = async (password: string) =>
      expect((await login('admin', password)).code).toBe(40301);
    for (let at = 0; at < 5; at += 1) await refused('wrong');
    later(29_000);
    await refused(PASSWORD);
    later(2_000);
    await refused('wrong');
    later(59_000);
    await refused(PASSWORD);
    later(2_000);
    expect((await login('admin', PASSWORD)).code).toBe(0);
    await refused('wrong');
    expect((await login('admin', PASSWORD)).code).toBe(0);
  });

  it('from one address does not lock the name elsewhere', async () => {
    for (let at = 0; at < 6; at += 1) await login('admin', 'wrong', '198.51.100.66');
    expect((await login('admin', PASSWORD)).code).toBe(0);
  });
});

describe('making administrators', () => {
  it('makes one who can sign in at once, and refuses a taken name and a short password', async () => {
    await createAdmin({
      username: 'Second',
      password: '六个字符密码',
      nickName: '二号',
      role: 'admin',
    });
    expect((await login('second', '六个字符密码')).data.admin.nickName).toBe('二号');
    await expect(
      createAdmin({ username: 'second', password: '六个字符密码', role: 'admin' }),
    ).rejects.toMatchObject({
      data: { fields: { username: '用户名已存在' } },
    });
    await expect(
      createAdmin({ username: 'third', password: 'Change-Me', role: 'admin' }),
    ).rejects.toMatchObject({
      data: { fields: { password: '密码过于常见，请换一个' } },
    });
    await expect(
      createAdmin({ username: '1', password: '12345', role: 'admin' }),
    ).rejects.toMatchObject({
      data: {
        fields: {
          username: expect.stringMatching(/3 到 32 位/) as string,
          password: '密码长度不能少于6个字符',
        },
      },
    });
  });
});
