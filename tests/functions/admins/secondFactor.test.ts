import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PASSWORD, startWorld } from '../world/harness.ts';
import { adminActions } from '../world/registry.ts';
import { type Factor, setUpFactor } from '../world/withFactor.ts';

const world = await startWorld();
const { call, ok, rows, set } = world;

let { admin, token } = await world.reset();
beforeEach(async () => {
  // In the middle of a period, so that none ends during a test.
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 15_000 });
  ({ admin, token } = await world.reset());
});
afterEach(() => vi.useRealTimers());
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const minutes = 60_000;
const days = 24 * 60 * minutes;

const wrong = {
  code: 40301,
  message: '验证码错误',
  data: { fields: { code: '验证码错误' } },
};
const wrongRecovery = {
  code: 40301,
  message: '恢复码错误',
  data: { fields: { code: '恢复码错误' } },
};
const used = { code: 40301, message: '这个验证码已用过，请等下一个' };
const tooLate = { code: 40902, message: '登录已超时，请重新输入密码', data: null };

interface Attempt {
  username?: string;
  password?: string;
  deviceToken?: string;
  ip?: string;
}
const login = ({ username = 'admin', password = PASSWORD, deviceToken, ip }: Attempt = {}) =>
  call(
    'adminAuth',
    'login',
    { username, password, ...(deviceToken !== undefined && { deviceToken }) },
    ip === undefined ? {} : { ip },
  );
/** The right password, up to the code. */
const challenge = async (attempt?: Attempt): Promise<string> => {
  const answer = await login(attempt);
  expect(answer).toMatchObject({ code: 40304, message: '请输入两步验证的验证码' });
  const data = answer.data as unknown as { challenge: string; expireTime: number };
  expect(Object.keys(data).sort()).toEqual(['challenge', 'expireTime']);
  return data.challenge;
};
const confirm = (challenged: string, code: string, more: object = {}, ip?: string) =>
  call(
    'adminAuth',
    'confirmLogin',
    { challenge: challenged, code, ...more },
    ip === undefined ? {} : { ip },
  );
const stored = async () => (await rows('admins')).find(({ _id }) => _id === admin._id);
const as = (of = token) => ({ token: of });
const alive = async (of: string) =>
  (await call('keyword', 'getKeywords', {}, { token: of })).code === 0;

describe('setting a second factor up', () => {
  it('asks for the password, shows secret and recovery codes once, and stores neither', async () => {
    expect(await call('adminAuth', 'beginSecondFactor', { password: 'wrong' })).toMatchObject({
      code: 40301,
      data: { fields: { password: '密码错误' } },
    });
    const begun = await ok('adminAuth', 'beginSecondFactor', { password: PASSWORD });
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\/.*admin\?.*period=30/);
    expect(begun.uri).toContain(begun.secret);
    const factor = await setUpFactor(world, token);
    expect(factor.recoveryCodes).toHaveLength(10);
    const everything = await world.dump();
    expect(everything).not.toContain(begun.secret);
    for (const code of factor.recoveryCodes) expect(everything).not.toContain(code);
    expect(await ok('adminAuth', 'getSecondFactor', {})).toEqual({
      since: Date.now(),
      isRequired: false,
      recoveryLeft: 10,
      devices: [],
    });
    expect((await stored())?.secondFactorTime).toBe(Date.now());
  });

  it('takes no code of another secret, and none after a quarter of an hour', async () => {
    const enable = (code: string) => call('adminAuth', 'enableSecondFactor', { code });
    expect((await enable('123456')).message).toBe('设置已超时，请重新开始');
    await ok('adminAuth', 'beginSecondFactor', { password: PASSWORD });
    expect(await enable('abcdef')).toMatchObject(wrong);
    later(16 * minutes);
    expect((await enable('123456')).message).toBe('设置已超时，请重新开始');
    expect((await login()).code).toBe(0);
  });

  it('has its rows in the log and a message to the other administrators, without secrets', async () => {
    const factor = await setUpFactor(world, token);
    const { code } = factor;
    await ok('adminAuth', 'renewRecoveryCodes', { code: code() });
    await ok('adminAuth', 'disableSecondFactor', { password: PASSWORD, code: code(1) });
    const log = await rows('auditLogs');
    expect(log.map(({ action }) => action).sort()).toEqual([
      'beginSecondFactor',
      'disableSecondFactor',
      'enableSecondFactor',
      'renewRecoveryCodes',
    ]);
    expect(JSON.stringify(log)).not.toMatch(/Enc|recovery":|hash/);
    const notices = (await rows('messages')).filter(({ event }) => event === 'secondFactorChanged');
    expect(notices.map(({ values }) => (values as { change: string }).change).sort()).toEqual([
      ...Array<string>(2).fill('关闭了两步验证'),
      ...Array<string>(2).fill('开启了两步验证'),
      ...Array<string>(2).fill('重新生成了恢复码'),
    ]);
  });

  it('replaces the one before only with a code of the new one', async () => {
    const first = await setUpFactor(world, token);
    const { uri } = await ok('adminAuth', 'beginSecondFactor', { password: PASSWORD });
    expect(uri).toContain('secret=');
    expect((await confirm(await challenge(), first.code())).code).toBe(0);
    later(minutes);
    const second = await setUpFactor(world, token);
    expect(await confirm(await challenge(), first.code())).toMatchObject(wrong);
    expect((await confirm(await challenge(), second.code())).code).toBe(0);
  });

  it('is switched off with password and code, and then the password is enough', async () => {
    const { code } = await setUpFactor(world, token);
    const off = (data: { password: string; code: string }) =>
      call('adminAuth', 'disableSecondFactor', data);
    expect((await off({ password: 'wrong', code: code() })).code).toBe(40301);
    expect(await off({ password: PASSWORD, code: '000000' })).toMatchObject(wrong);
    expect((await off({ password: PASSWORD, code: code() })).code).toBe(0);
    expect((await login()).code).toBe(0);
    expect((await off({ password: PASSWORD, code: '000000' })).code).toBe(0);
  });
});

describe('signing in with a second factor', () => {
  let factor: Factor;
  beforeEach(async () => {
    factor = await setUpFactor(world, token);
  });

  it('opens no session before the code, and one like any other after it', async () => {
    const before = (await rows('adminSessions')).length;
    const challenged = await challenge();
    expect(await rows('adminSessions')).toHaveLength(before);
    expect(await world.dump()).not.toContain(challenged);
    const { data } = await confirm(challenged, factor.code());
    expect(data.token).toMatch(/^adm\./);
    expect(data.deviceToken).toBeUndefined();
    expect(await alive(data.token)).toBe(true);
    expect((await rows('auditLogs')).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['login', 'confirmLogin']),
    );
  });

  it.each([
    ['one of the period before', -1, true],
    ['one of the period after', 1, true],
    ['an older one', -2, false],
    ['one further ahead', 2, false],
  ])('takes %s: %s', async (_which, periods, isTaken) => {
    later(2 * minutes);
    const answer = await confirm(await challenge(), factor.code(periods));
    if (isTaken) expect(answer.code).toBe(0);
    else expect(answer).toMatchObject(wrong);
  });

  it('takes a code as it is pasted, with spaces', async () => {
    const code = factor.code().replace(/^(...)/, ' $1 ');
    expect((await confirm(await challenge(), code)).code).toBe(0);
  });

  it('takes a code once, also of two tabs at the same moment, and then none of before', async () => {
    const tabs = [await challenge(), await challenge()];
    const code = factor.code();
    const answers = await Promise.all(tabs.map(tab => confirm(tab, code)));
    expect(answers.map(answer => answer.code).sort()).toEqual([0, 40301]);
    expect(await confirm(await challenge(), code)).toMatchObject(used);
    expect(await confirm(await challenge(), factor.code(-1))).toMatchObject(used);
  });

  it('takes each recovery code once, however it is written', async () => {
    const [first = '', second = ''] = factor.recoveryCodes;
    const both = [await challenge(), await challenge()];
    const answers = await Promise.all(both.map(one => confirm(one, first)));
    expect(answers.map(answer => answer.code).sort()).toEqual([0, 40301]);
    const loud = `恢复码：【${second.replaceAll('-', '').toUpperCase()}】`;
    const { data } = await confirm(await challenge(), loud);
    expect(await ok('adminAuth', 'getSecondFactor', {}, as(data.token))).toMatchObject({
      recoveryLeft: 8,
    });
    expect((await rows('auditLogs')).filter(({ reason }) => reason === '使用恢复码')).toHaveLength(
      2,
    );
    const { recoveryCodes } = await ok('adminAuth', 'renewRecoveryCodes', { code: factor.code() });
    expect(await confirm(await challenge(), factor.recoveryCodes[2] ?? '')).toMatchObject(
      wrongRecovery,
    );
    const [third = '', fourth = ''] = recoveryCodes;
    for (const typed of [` ${third.toUpperCase()}`, `您的恢复码是 ${fourth}，请保管好。`])
      expect((await confirm(await challenge(), typed)).code).toBe(0);
  });

  it.each(['', 'A'.repeat(43), 'x'])('refuses the challenge "%s"', async made => {
    const answer = await confirm(made, factor.code());
    expect([40001, 40902]).toContain(answer.code);
  });

  it('uses a challenge once, for five minutes, from its own network', async () => {
    const used = await challenge();
    expect((await confirm(used, factor.code())).code).toBe(0);
    expect(await confirm(used, factor.code(1))).toEqual({
      ...tooLate,
      requestId: expect.any(String) as string,
    });
    const moved = await challenge();
    expect(await confirm(moved, factor.code(1), {}, '198.51.100.9')).toMatchObject(tooLate);
    later(5 * minutes + 1);
    expect(await confirm(moved, factor.code())).toMatchObject(tooLate);
  });

  it.each<[string, object]>([
    ['another password', { sessionEpoch: 2 }],
    ['being disabled', { status: 'disabled' }],
    ['a reset of the factor', { secondFactorTime: null }],
  ])('ends a challenge with %s', async (_why, patch) => {
    const challenged = await challenge();
    await set('admins', admin._id, patch);
    expect(await confirm(challenged, factor.code())).toMatchObject(tooLate);
  });

  it("takes no code of another administrator, nor opens the other's session with one's own", async () => {
    const other = await world.someAdmin({ username: 'other' });
    const theirs = await setUpFactor(world, other.token);
    const mine = await challenge();
    expect(await confirm(mine, theirs.code())).toMatchObject(wrong);
    expect(await confirm(mine, theirs.recoveryCodes[0] ?? '')).toMatchObject(wrongRecovery);
    const { data } = await confirm(await challenge({ username: 'other' }), theirs.code());
    expect(data.admin.username).toBe('other');
  });
});

describe('guessing codes', () => {
  let factor: Factor;
  beforeEach(async () => {
    factor = await setUpFactor(world, token);
  });
  const judged = async () =>
    (await rows('auditLogs')).filter(({ reason }) => reason === '验证码错误').length;

  it('with one challenge or many, at once or in turn, judges five and then waits', async () => {
    const many = [];
    for (let at = 0; at < 12; at += 1) many.push(await challenge());
    await Promise.all(many.map(one => confirm(one, '000000')));
    expect(await judged()).toBe(5);
    expect(await confirm(await challenge(), factor.code())).toMatchObject(wrong);
    later(31_000);
    expect((await confirm(await challenge(), factor.code())).code).toBe(0);
    // Forgotten after a success.
    expect(await confirm(await challenge(), '000000')).toMatchObject(wrong);
    expect((await confirm(await challenge(), factor.code(1))).code).toBe(0);
  });

  it('from any number of unknown addresses counts together, and locks no known one', async () => {
    const known = await challenge();
    expect((await confirm(known, factor.code())).code).toBe(0);
    for (let at = 0; at < 9; at += 1) {
      const ip = `198.51.100.${at}`;
      await confirm(await challenge({ ip }), '000000', {}, ip);
    }
    expect(await judged()).toBe(5);
    const ip = '192.0.2.44';
    expect(await confirm(await challenge({ ip }), factor.code(1), {}, ip)).toMatchObject(wrong);
    expect((await confirm(await challenge(), factor.code(1))).code).toBe(0);
  });

  it('in a session is limited too, and by the same count', async () => {
    for (let at = 0; at < 5; at += 1)
      expect(await call('adminAuth', 'confirmSecondFactor', { code: '1' })).toMatchObject(wrong);
    const right = { code: factor.code() };
    expect(await call('adminAuth', 'confirmSecondFactor', right)).toMatchObject(wrong);
    expect(await confirm(await challenge(), factor.code())).toMatchObject(wrong);
  });
});

describe('a remembered device', () => {
  let factor: Factor;
  let deviceToken: string;
  beforeEach(async () => {
    factor = await setUpFactor(world, token);
    const more = { remember: true, userAgent: 'Chromium 156' };
    const { data } = await confirm(await challenge(), factor.code(), more);
    deviceToken = data.deviceToken ?? '';
    expect(deviceToken).toMatch(/^[\w-]{43}$/);
    expect(await world.dump()).not.toContain(deviceToken);
  });
  const remembered = async () => (await login({ deviceToken })).code === 0;
  const listed = async () => (await ok('adminAuth', 'getSecondFactor', {})).devices;

  it('needs the password but no code for thirty days, and opens no secret without one', async () => {
    expect((await login({ deviceToken, password: 'wrong' })).code).toBe(40301);
    expect(await listed()).toMatchObject([{ userAgent: 'Chromium 156', ip: world.home }]);
    const { data } = await login({ deviceToken });
    expect((await rows('auditLogs')).filter(({ reason }) => reason === '记住的设备')).toHaveLength(
      1,
    );
    const secret = { name: '密钥二', key: '0123456789abcdef0123456789abcde2' };
    expect((await call('adminApiKey', 'createApiKey', secret, as(data.token))).code).toBe(40304);
    later(30 * days - minutes);
    expect(await remembered()).toBe(true);
    later(minutes);
    expect(await remembered()).toBe(false);
  });

  it.each<[string, () => unknown]>([
    ['another password', () => set('admins', admin._id, { sessionEpoch: 2 })],
    ['another role', () => set('admins', admin._id, { role: 'viewer' })],
    ['another factor', () => setUpFactor(world, token)],
    [
      'a factor that was off in between',
      async () => {
        const off = { password: PASSWORD, code: factor.code(1) };
        await ok('adminAuth', 'disableSecondFactor', off);
        later(2 * minutes);
        await setUpFactor(world, token);
      },
    ],
    [
      'being taken off the list',
      async () => {
        const [device] = await listed();
        await ok('adminAuth', 'forgetDevice', { id: device?._id ?? '' });
        expect((await rows('auditLogs')).at(-1)).toMatchObject({ action: 'forgetDevice' });
      },
    ],
  ])('ends with %s', async (_why, end) => {
    expect(await remembered()).toBe(true);
    await end();
    expect(await remembered()).toBe(false);
  });

  it('is nothing to another administrator', async () => {
    const other = await world.someAdmin({ username: 'other' });
    await setUpFactor(world, other.token);
    expect((await login({ username: 'other', deviceToken })).code).toBe(40304);
    const [device] = await listed();
    const id = device?._id ?? '';
    await ok('adminAuth', 'forgetDevice', { id }, as(other.token));
    expect(await remembered()).toBe(true);
    const theirs = { id: admin._id, deviceId: id };
    const { rememberedDevices } = await ok(
      'adminAdministrator',
      'getAdministratorById',
      { id: admin._id },
      as(other.token),
    );
    expect(rememberedDevices).toMatchObject([{ _id: id }]);
    await ok('adminAdministrator', 'forgetAdministratorDevice', theirs, as(other.token));
    expect(await remembered()).toBe(false);
  });
});

describe('taking it away from another administrator', () => {
  it('ends sessions, remembered devices and factor, and is no way for oneself', async () => {
    const other = await world.someAdmin({ username: 'other' });
    const { code } = await setUpFactor(world, other.token);
    const { data } = await confirm(await challenge({ username: 'other' }), code(), {
      remember: true,
    });
    const reset = (id: string) => call('adminAdministrator', 'resetSecondFactor', { id });
    expect((await reset(other.admin._id)).data.secondFactorTime).toBeNull();
    expect(await alive(data.token)).toBe(false);
    expect((await login({ username: 'other' })).code).toBe(0);
    expect((await rows('secondFactors'))[0]).toMatchObject({
      secretEnc: '',
      recovery: [],
      devices: [],
    });
    expect((await reset(admin._id)).code).toBe(40902);
    expect((await reset(other.admin._id)).code).toBe(0);
  });
});

describe('what shows or replaces secrets', () => {
  const newKey = (at: number) => ({
    name: `密钥 ${at}`,
    key: `0123456789abcdef0123456789abc${100 + at}`,
  });
  const create = (at: number, of: string) =>
    call('adminApiKey', 'createApiKey', newKey(at), as(of));

  it('asks for the code again ten minutes after the last one, in each session by itself', async () => {
    expect((await create(1, token)).code).toBe(0);
    const { code } = await setUpFactor(world, token);
    const { data } = await confirm(await challenge(), code());
    expect((await create(2, data.token)).code).toBe(0);
    later(10 * minutes);
    const before = await world.dump(['auditLogs']);
    expect(await create(3, data.token)).toMatchObject({ code: 40304, data: null });
    expect(await world.dump(['auditLogs'])).toBe(before);
    const confirmed = { code: code() };
    await ok('adminAuth', 'confirmSecondFactor', confirmed, as(data.token));
    expect((await create(3, data.token)).code).toBe(0);
    expect((await create(4, token)).code).toBe(40304);
    expect(await call('adminAuth', 'confirmSecondFactor', confirmed)).toMatchObject(used);
  });

  it('are these actions, each of which is refused and changes nothing', async () => {
    const asking = adminActions.filter(({ definition }) => definition.asksFactor);
    expect(asking.map(({ title }) => title)).toEqual([
      'adminAuth.beginSecondFactor',
      'adminAuth.enableSecondFactor',
      'adminAdministrator.createRole',
      'adminAdministrator.updateRole',
      'adminAdministrator.deleteRole',
      'adminAdministrator.createAdministrator',
      'adminAdministrator.setAdministratorStatus',
      'adminAdministrator.resetAdministratorPassword',
      'adminAdministrator.resetSecondFactor',
      'adminAdministrator.forgetAdministratorDevice',
      'adminAdministrator.setAdministratorRole',
      'adminAdministrator.revokeAdministratorSession',
      'adminApiKey.createApiKey',
      'adminApiKey.updateApiKey',
      'adminApiKey.rotateApiKey',
      'adminActivationCode.revealCodes',
      'adminActivationCode.exportBatch',
      'adminSettings.updateSettings',
      'adminSettings.updatePaymentSettings',
      'adminSettings.updateNotificationSettings',
      'adminSettings.restoreSetting',
    ]);
    await setUpFactor(world, token);
    later(10 * minutes);
    // The use of the session is noted first.
    await ok('adminAuth', 'getProfile', {});
    const before = await world.dump();
    for (const { name, action, definition, title } of asking) {
      if (!definition.asksFactor?.(definition.example)) continue;
      const answer = await world.send(name, { action, data: definition.example, token });
      expect([title, answer.code]).toEqual([title, 40304]);
    }
    expect(await world.dump()).toBe(before);
  });

  it('are distinguished from others by their arguments', async () => {
    await setUpFactor(world, token);
    later(11 * minutes);
    const update = (data: object) => call('adminSettings', 'updateSettings', data);
    expect((await update({ type: 'general', data: { siteName: '照相馆' } })).code).toBe(0);
    expect((await update({ type: 'system', data: { task: { maxPerUser: 3 } } })).code).toBe(0);
    expect((await update({ type: 'system', data: { secondFactor: { roles: [] } } })).code).toBe(
      40304,
    );
    expect((await update({ type: 'payment', data: { orderExpireMin: 30 } })).code).toBe(40304);
    const key = (data: object) =>
      call('adminApiKey', 'updateApiKey', { _id: 'key_0002', rev: 1, ...data });
    expect((await key({ key: 'f'.repeat(32) })).code).toBe(40304);
    expect((await key({ remark: '每月一日充值' })).code).toBe(0);
  });
});
