import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import tcb from '@cloudbase/node-sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PASSWORD, startWorld } from '../world/harness.ts';

const world = await startWorld();
const { call, ok, rows, send } = world;
const NEW = 'another 密码 2';

let { admin, token } = await world.reset();
beforeEach(async () => ({ admin, token } = await world.reset()));
afterEach(() => {
  vi.useRealTimers();
  vi.mocked(crypto.scrypt).mockRestore?.();
  syncBuiltinESMExports();
});

const change = (oldPassword: string, newPassword = NEW) =>
  call('adminAuth', 'changePassword', { oldPassword, newPassword });
const login = async (password: string) =>
  (await call('adminAuth', 'login', { username: 'admin', password })).code;
const stored = async () => (await rows('admins')).find(({ _id }) => _id === admin._id);

describe('changing the password', () => {
  it('accepts source admin and the token in the data', async () => {
    const answer = await send('adminAuth', {
      action: 'changePassword',
      source: 'admin',
      data: { oldPassword: PASSWORD, newPassword: NEW, token },
    });
    expect(answer).toMatchObject({ code: 0, data: {} });
  });

  it('ends every session at once, and from then on only the new password signs in', async () => {
    const { openSession } = await import('#cloudfunctions/_shared/base/session.ts');
    const elsewhere = await openSession(admin, { ip: '', userAgent: '' });
    const stranger = await world.someAdmin();
    expect((await change(PASSWORD)).code).toBe(0);
    for (const dead of [token, elsewhere.token]) {
      expect((await call('adminAuth', 'getProfile', {}, { token: dead })).code).toBe(-1);
    }
    expect((await call('adminAuth', 'getProfile', {}, stranger)).code).toBe(0);
    expect(await login(PASSWORD)).toBe(40301);
    expect(await login(NEW)).toBe(0);
  });

  it('writes one audit row in which both passwords are masked', async () => {
    await change(PASSWORD);
    const [row, ...more] = await rows('auditLogs');
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      action: 'changePassword',
      resource: 'admin',
      resourceId: admin._id,
      diff: [
        { path: 'passwordHash', from: '[set]', to: '[set]' },
        { path: 'sessionEpoch', from: 1, to: 2 },
      ],
    });
    expect(JSON.stringify(row)).not.toMatch(/scrypt|密码 2/);
  });

  it('refuses a wrong old password beside its field, and counts it', async () => {
    const before = await world.dump();
    for (let at = 0; at < 5; at += 1) {
      expect(await change('wrong')).toMatchObject({
        code: 40301,
        data: { fields: { oldPassword: '原密码错误' } },
      });
    }
    expect((await change(PASSWORD)).code).toBe(40301);
    expect(await world.dump()).toBe(before);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    expect((await change(PASSWORD)).code).toBe(0);
  });

  it.each([
    ['', '', { oldPassword: '请输入原密码', newPassword: '请输入新密码' }],
    [undefined, undefined, { oldPassword: '请输入原密码', newPassword: '请输入新密码' }],
    ['x', '12345', { newPassword: '密码长度不能少于6个字符' }],
    ['x', '😀😀😀', { newPassword: '密码长度不能少于6个字符' }],
    ['x', 'x'.repeat(129), { newPassword: '密码长度不能超过128个字符' }],
  ])('returns the fixed sentences for %j and %j', async (o, n, fields) => {
    const data = { oldPassword: o, newPassword: n };
    const answer = await call('adminAuth', 'changePassword', data);
    expect(answer).toMatchObject({ code: 40001, data: { fields } });
  });

  it('keeps spaces and all characters as typed', async () => {
    const odd = ' ﾊﾟｽ é é 密码 ';
    expect((await change(PASSWORD, odd)).code).toBe(0);
    expect(await login(odd.trim())).toBe(40301);
    expect(await login(odd)).toBe(0);
  });
});

it.each([
  ['the sessions were ended', { sessionEpoch: 3 }],
  ['the account was disabled', { status: 'disabled' }],
  ['the one-time password expired', { oneTimeUntil: 1 }],
])(
  'changes no password when %s meanwhile, so that none comes back to life',
  async (_what, patch) => {
    let before = '';
    const { scrypt } = crypto;
    const hash = (...given: Parameters<typeof scrypt>) => scrypt(...given);
    // While the new password is hashed, which takes long.
    vi.spyOn(crypto, 'scrypt').mockImplementation((...given) => {
      if (given[0] !== NEW) return hash(...given);
      void world
        .set('admins', admin._id, patch)
        .then(async () => (before = await world.dump()))
        .then(() => hash(...given));
    });
    syncBuiltinESMExports();
    expect(await change(PASSWORD)).toMatchObject({
      code: 40902,
      message: '你的账号刚被停用或重置，本次操作没有生效',
    });
    expect(await world.dump()).toBe(before);
  },
);

describe('with a failing database', () => {
  const conflict = { action: 'database.commitTransaction', code: 'DATABASE_TRANSACTION_CONFLICT' };

  it('succeeds after three transaction conflicts', async () => {
    await world.inject({ ...conflict, times: 3 });
    expect((await change(PASSWORD)).code).toBe(0);
    expect(await stored()).toMatchObject({ sessionEpoch: 2 });
    expect(await rows('auditLogs')).toHaveLength(1);
  });

  it('rolls back after the fourth conflict, without ending the session', async () => {
    const before = await world.dump();
    await world.inject({ ...conflict, times: 4 });
    expect(await change(PASSWORD)).toMatchObject({ code: 50001, message: '系统繁忙，请稍后再试' });
    expect(await world.dump()).toBe(before);
    expect((await change(PASSWORD)).code).toBe(0);
  });

  it('rolls back when the audit row cannot be written', async () => {
    // Makes the counters of attempts, so that the audit row is the only thing inserted below.
    await change('wrong');
    const before = await world.dump();
    await world.inject({ action: 'database.insertDocument', code: 'SYS_ERR' });
    expect((await change(PASSWORD)).code).toBe(50001);
    expect(await world.dump()).toBe(before);
  });

  it('fails against an open transaction on the same administrator, and succeeds after it', async () => {
    const before = await world.dump();
    const sdk = tcb.init({
      env: world.emulator.envId,
      secretId: world.emulator.secretId,
      secretKey: world.emulator.secretKey,
      serviceUrl: `${world.emulator.url}/admin`,
    });
    const other = (await sdk.database().startTransaction()) as {
      collection(name: string): { doc(id: string): { update(patch: object): Promise<unknown> } };
      rollback(): Promise<unknown>;
    };
    await other.collection('admins').doc(admin._id).update({ nickName: 'locked' });
    expect((await change(PASSWORD)).code).toBe(50001);
    await other.rollback();
    expect(await world.dump()).toBe(before);
    expect((await change(PASSWORD)).code).toBe(0);
  });

  it('succeeds for one of five concurrent changes, and the others fail cleanly', async () => {
    const wanted = Array.from({ length: 5 }, (_, at) => `password ${at}`);
    const answers = await Promise.all(wanted.map(password => change(PASSWORD, password)));
    const won = wanted.filter((_, at) => answers[at]?.code === 0);
    expect(won).toHaveLength(1);
    for (const { code } of answers) expect([0, 40301, 42901, 50001]).toContain(code);
    expect(await stored()).toMatchObject({ sessionEpoch: 2 });
    expect((await rows('auditLogs')).filter(({ result }) => result === 'ok')).toHaveLength(1);
    expect(await login(won[0] ?? '')).toBe(0);
    expect(
      (await ok('adminAuth', 'login', { username: 'admin', password: won[0] })).token,
    ).toBeTruthy();
  });
});
