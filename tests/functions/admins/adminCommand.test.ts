import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readCommand } from '../../../scripts/admin/arguments.ts';
import { PASSWORD, startWorld } from '../world/harness.ts';
import { setUpFactor } from '../world/withFactor.ts';

const world = await startWorld();
const { call, ok, rows } = world;
const command = await import('../../../scripts/admin/administrators.ts');
const { createFirstAdmin } = await import('#cloudfunctions/_shared/admins/newAdmin.ts');
const { admins } = await import('#cloudfunctions/_shared/base/session.ts');

let { admin, token } = await world.reset();
beforeEach(async () => ({ admin, token } = await world.reset()));

const stored = async (username: string) =>
  (await rows('admins')).find(one => one['username'] === username);
const login = (username: string, password: string) =>
  call('adminAuth', 'login', { username, password });
const alive = async (of: string) =>
  (await call('adminAuth', 'getProfile', {}, { token: of })).code === 0;
const rowsOfCommand = async () =>
  (await rows('auditLogs')).filter(row => row['adminName'] === '命令行');
/** Disables all but these. */
const leave = async (...usernames: string[]) => {
  for (const { _id, username } of await rows('admins'))
    if (!usernames.includes(String(username)))
      await world.set('admins', String(_id), { status: 'disabled' });
};

describe('npm run admin', () => {
  it('says what to write where it is used wrongly', () => {
    const wrong = (...args: string[]) => {
      try {
        readCommand(args, false);
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect([
      wrong(),
      wrong('lst'),
      wrong('disable'),
      wrong('disable', 'chen', 'wang'),
      wrong('list', '--print'),
      wrong('create', 'chen', '--password', 'secret'),
      wrong('create', 'chen'),
      wrong('create', 'chen', '--print', '--password-stdin'),
      wrong('create', 'chen', '--print'),
    ]).toEqual([
      'Say what to do.',
      'There is no "lst".',
      '"disable" needs the name of an administrator.',
      '"wang" is too much.',
      '"list" has no --print.',
      expect.stringMatching(/^Unknown option '--password'/) as string,
      expect.stringMatching(/^Standard output is no terminal/) as string,
      'A password that was given is not printed.',
      '',
    ]);
    expect(readCommand(['reset-password', 'chen'], true)).toMatchObject({
      verb: 'reset-password',
      username: 'chen',
      passwordStdin: false,
      data: '.data',
    });
    expect(readCommand(['--help'], false)).toBeNull();
  });
});

describe('administrators from the command line', () => {
  it('get a one-time password, and the audit log names the command line', async () => {
    const made = await command.createAdministrator({
      username: 'Chen',
      nickName: '小陈',
      role: 'admin',
    });
    const password = String(made.oneTimePassword);
    expect(await world.dump()).not.toContain(password);
    const first = await ok('adminAuth', 'login', { username: 'chen', password });
    expect((await call('keyword', 'getKeywords', {}, first)).code).toBe(40302);
    const { list } = await ok('adminAuditLog', 'getLogs', {
      filter: { function: 'adminAdministrator', action: 'createAdministrator' },
    });
    expect(list).toMatchObject([
      { adminId: '', adminName: '命令行', resource: 'admin', resourceId: first.admin._id },
    ]);
    await expect(
      command.createAdministrator({ username: 'chen', nickName: '', role: 'admin' }),
    ).rejects.toMatchObject({
      data: { fields: { username: '用户名已存在' } },
    });
    await expect(
      command.createAdministrator({ username: 'wang', nickName: 'x'.repeat(21), role: 'admin' }),
    ).rejects.toMatchObject({
      data: { fields: { nickName: expect.stringContaining('20') as string } },
    });
    await expect(
      command.createAdministrator({ username: 'wang', nickName: '', role: 'admin' }, '123456'),
    ).rejects.toMatchObject({
      data: { fields: { password: '密码过于常见，请换一个' } },
    });
  });

  it('are listed with their state and open sessions', async () => {
    await world.someAdmin({ username: 'other', nickName: '', oneTimeUntil: 4e12 });
    const all = await command.listAdministrators();
    expect(all.find(({ username }) => username === 'other')).toEqual({
      username: 'other',
      role: 'admin',
      nickName: '',
      status: 'active',
      lastSignIn: null,
      oneTimePasswordUntil: new Date(4e12).toISOString(),
      hasSecondFactor: false,
      openSessions: 1,
    });
    expect(all.find(({ username }) => username === admin.username)?.openSessions).toBe(2);
  });

  it('lose every session when they are disabled, reset or signed out', async () => {
    const other = await world.someAdmin({ username: 'other' });
    await command.endAllSessions('Other');
    expect(await alive(other.token)).toBe(false);
    const again = await ok('adminAuth', 'login', { username: 'other', password: PASSWORD });

    const { oneTimePassword } = await command.resetPassword('other');
    expect(await alive(again.token)).toBe(false);
    expect((await login('other', PASSWORD)).code).toBe(40301);
    const reset = await ok('adminAuth', 'login', {
      username: 'other',
      password: String(oneTimePassword),
    });
    expect(await command.disableAdministrator('other')).toBe(true);
    expect(await command.disableAdministrator('other')).toBe(false);
    expect(await alive(reset.token)).toBe(false);
    await expect(command.resetPassword('other')).rejects.toThrow('该管理员已停用，请先启用');
    expect(await command.enableAdministrator('other')).toBe(true);
    expect(await alive(reset.token)).toBe(false);

    await expect(command.resetPassword('other', '12345')).rejects.toMatchObject({
      data: { fields: { password: '密码长度不能少于6个字符' } },
    });
    expect(await command.resetPassword('other', 'kept 电池')).toEqual({ username: 'other' });
    const own = await ok('adminAuth', 'login', { username: 'other', password: 'kept 电池' });
    expect(own.admin.oneTimeUntil).toBeNull();
    const done = (await rowsOfCommand()).map(({ action, resourceId }) => [action, resourceId]);
    expect(done).toEqual(
      [
        'revokeAdministratorSession',
        'resetAdministratorPassword',
        'setAdministratorStatus',
        'setAdministratorStatus',
        'resetAdministratorPassword',
      ].map(action => [action, other.admin._id]),
    );
  });

  it('are named when they do not exist', async () => {
    await expect(command.endAllSessions('nobody')).rejects.toThrow(
      'There is no administrator "nobody".',
    );
  });

  it('are not disabled when no other one can sign in', async () => {
    const other = await world.someAdmin({ username: 'other', oneTimeUntil: Date.now() - 1 });
    await leave('admin', 'other');
    const refused = command.disableAdministrator('admin');
    await expect(refused).rejects.toThrow('这是最后一个可以登录的管理员，不能停用');
    expect(await alive(token)).toBe(true);
    await world.set('admins', other.admin._id, { oneTimeUntil: null });
    expect(await command.disableAdministrator('admin')).toBe(true);
  });

  it('leave one when two commands, and an administrator, disable each other at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [a, b] = await Promise.all(
        ['a', 'b'].map(name => world.someAdmin({ username: `${name}_${round}_admin` })),
      );
      if (!a || !b) throw new Error('not made');
      await leave(a.admin.username, b.admin.username);
      const acts: Promise<unknown>[] = [
        command.disableAdministrator(a.admin.username),
        round % 2 === 0
          ? command.disableAdministrator(b.admin.username)
          : call(
              'adminAdministrator',
              'setAdministratorStatus',
              { id: b.admin._id, status: 'disabled' },
              a,
            ),
      ];
      await Promise.allSettled(acts);
      const states = [await stored(a.admin.username), await stored(b.admin.username)];
      expect(states.filter(one => one?.['status'] === 'active')).toHaveLength(1);
    }
  });
});

describe('a second factor', () => {
  it('is taken away with every session, once, and the log names 命令行', async () => {
    await setUpFactor(world, token);
    expect(readCommand(['reset-second-factor', 'admin'], true)).toMatchObject({
      verb: 'reset-second-factor',
      username: 'admin',
    });
    expect(await command.resetSecondFactor('Admin')).toBe(true);
    expect(await alive(token)).toBe(false);
    expect((await login('admin', PASSWORD)).code).toBe(0);
    expect(await command.resetSecondFactor('admin')).toBe(false);
    expect(await rowsOfCommand()).toMatchObject([
      { action: 'resetSecondFactor', resource: 'admin', resourceId: admin._id },
    ]);
  });
});

describe('the first administrator of a new environment', () => {
  it('is made once by fifty concurrent callers, and in an empty environment only', async () => {
    for (const { _id } of await rows('admins')) await admins.remove(String(_id));
    // Hashing is serialised and would order the callers; so they meet in the database.
    const scrypt = vi.spyOn(crypto, 'scrypt').mockImplementation((...given) => {
      const done = given.at(-1) as (error: Error | null, key: Buffer) => void;
      done(null, Buffer.alloc(32));
    });
    syncBuiltinESMExports();
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        createFirstAdmin({ username: `admin${at}`, password: 'erste 电池' }),
      ),
    );
    scrypt.mockRestore();
    syncBuiltinESMExports();
    const [first, ...others] = made.filter(one => one !== null);
    expect(others).toEqual([]);
    expect(await rows('admins')).toMatchObject([{ username: first?.username }]);
    expect(await createFirstAdmin({ username: 'another', password: 'erste 电池' })).toBeNull();
    expect(await rows('admins')).toHaveLength(1);
  });

  it('gets a one-time password, once', async () => {
    expect(await command.createFirstAdministrator()).toBeNull();
    for (const { _id } of await rows('admins')) await admins.remove(String(_id));
    const made = await command.createFirstAdministrator();
    expect(made).toMatchObject({ username: 'admin' });
    expect(await command.createFirstAdministrator()).toBeNull();
    const signedIn = await ok('adminAuth', 'login', {
      username: 'admin',
      password: String(made?.password),
    });
    expect(signedIn.admin.oneTimeUntil).toBeGreaterThan(Date.now());
    expect(await rowsOfCommand()).toMatchObject([{ resourceId: signedIn.admin._id }]);
  });
});
