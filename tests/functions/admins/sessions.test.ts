import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWorld } from '../world/harness.ts';
import { tinyPng } from '../world/tinyPng.ts';

const world = await startWorld();
const { call, ok, rows, set } = world;
const { openSession } = await import('#cloudfunctions/_shared/base/session.ts');

let { admin, token } = await world.reset();
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  ({ admin, token } = await world.reset());
});
afterEach(() => vi.useRealTimers());
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const minutes = 60_000;
const hours = 60 * minutes;

const alive = async (of: string) =>
  (await call('keyword', 'getKeywords', {}, { token: of })).code === 0;

const own = async () =>
  (await rows('adminSessions')).filter(({ adminId }) => adminId === admin._id);

describe('a session', () => {
  it('ends twelve hours after its last call', async () => {
    later(12 * hours - minutes);
    expect(await alive(token)).toBe(true);
    later(12 * hours - minutes);
    expect(await alive(token)).toBe(true);
    later(12 * hours + 1);
    expect(await alive(token)).toBe(false);
  });

  it('is not extended by a look that nobody asked for, which finds it over like any other call', async () => {
    const look = async () =>
      (await world.send('keyword', { action: 'getKeywords', data: {}, token, quiet: true })).code;
    later(12 * hours - minutes);
    const before = await own();
    expect(await look()).toBe(0);
    expect(await own()).toEqual(before);
    later(minutes + 1);
    expect([await look(), await alive(token)]).toEqual([-1, false]);
  });

  it('ends after seven days at the latest', async () => {
    for (let hour = 0; hour < 7 * 24 - 10; hour += 10) {
      later(10 * hours);
      expect(await alive(token)).toBe(hour < 7 * 24);
    }
    later(8 * hours);
    expect(await alive(token)).toBe(false);
  });

  it('is written before the answer, also where the record is missing', async () => {
    later(61_000);
    await world.inject({ action: 'database.modifyDocument', delayMs: 100 });
    const missing = { id: 'missing' };
    const { code } = await call('adminExport', 'cancelExport', missing);
    const seen = (await own()).map(({ lastSeenTime }) => lastSeenTime);
    expect({ code, seen }).toEqual({ code: 40400, seen: expect.arrayContaining([Date.now()]) });
  });

  it('is written at most once a minute', async () => {
    const seen = async () => (await own()).map(({ lastSeenTime }) => lastSeenTime).sort();
    const { token: mine } = await openSession(admin, { ip: '', userAgent: '' });
    const before = await seen();
    later(59_000);
    await alive(mine);
    expect(await seen()).toEqual(before);
    later(2_000);
    await alive(mine);
    expect(await seen()).not.toEqual(before);
  });

  it('ends when the sixth is opened, the longest unused first', async () => {
    const tokens: string[] = [];
    for (let at = 0; at < 6; at += 1) {
      later(1_000);
      tokens.push((await openSession(admin, { ip: '', userAgent: '' })).token);
    }
    expect(await Promise.all(tokens.map(alive))).toEqual([false, true, true, true, true, true]);
    expect(await own()).toHaveLength(5);
  });

  it('opened by twenty at once leaves at most five', async () => {
    await Promise.all(
      Array.from({ length: 20 }, () => openSession(admin, { ip: '', userAgent: '' })),
    );
    expect((await own()).length).toBeLessThanOrEqual(5);
  });
});

describe('the list of sessions', () => {
  it("shows one's own live ones, and marks the current one", async () => {
    const stranger = await world.someAdmin();
    const second = await openSession(admin, { ip: '198.51.100.1', userAgent: '手机' });
    const { list } = await ok('adminAuth', 'getSessions', {});
    expect(list).toHaveLength(3);
    expect(list.filter(({ current }) => current)).toHaveLength(1);
    expect(list.find(({ _id }) => _id === second.session._id)).toMatchObject({
      ip: '198.51.100.1',
      userAgent: '手机',
      current: false,
    });
    expect(list.map(({ _id }) => _id)).not.toContain(stranger.session._id);
    expect(Object.keys(list[0] ?? {}).sort()).toEqual(
      ['_id', 'createTime', 'current', 'expireTime', 'ip', 'lastSeenTime', 'userAgent'].sort(),
    );
  });

  it('ends sessions of the same administrator only', async () => {
    const stranger = await world.someAdmin();
    const second = await openSession(admin, { ip: '', userAgent: '' });
    const { _id: id } = second.session;
    expect(await ok('adminAuth', 'revokeSession', { id })).toEqual({ _id: id });
    expect(await alive(second.token)).toBe(false);
    const other = { id: stranger.session._id };
    expect((await call('adminAuth', 'revokeSession', other)).code).toBe(40400);
    expect(await alive(stranger.token)).toBe(true);
    expect((await call('adminAuth', 'revokeSession', { id })).code).toBe(40400);
    expect((await rows('auditLogs')).map(({ action, resourceId }) => [action, resourceId])).toEqual(
      [['revokeSession', id]],
    );
  });
});

describe('logging out', () => {
  it('ends this session only, once, and leaves an audit row', async () => {
    const second = await openSession(admin, { ip: '', userAgent: '' });
    expect(await ok('adminAuth', 'logout', {})).toEqual({});
    expect(await alive(token)).toBe(false);
    expect(await alive(second.token)).toBe(true);
    expect((await call('adminAuth', 'logout', {})).code).toBe(-1);
    expect(await rows('auditLogs')).toMatchObject([{ action: 'logout', adminId: admin._id }]);
  });
});

describe('the profile', () => {
  it('changes by compare-and-set, and a conflict shows the current one without its secrets', async () => {
    const changed = { nickName: '新名字', rev: 1 };
    expect(await ok('adminAuth', 'updateProfile', changed)).toMatchObject({
      nickName: '新名字',
      rev: 2,
    });
    const conflict = await call('adminAuth', 'updateProfile', { nickName: '别的', rev: 1 });
    expect(conflict.code).toBe(40901);
    const { current } = conflict.data as unknown as { current: object };
    expect(current).toMatchObject({ nickName: '新名字', rev: 2 });
    expect(JSON.stringify(conflict)).not.toMatch(/scrypt|passwordHash|sessionEpoch|knownIps/);
  });

  const uploaded = async (): Promise<string> => {
    const fileContent = tinyPng.toString('base64');
    const data = { fileName: '头像.png', fileContent, scene: 'settings' };
    return (await ok('adminStorage', 'uploadImage', data)).filePath as string;
  };
  const setAvatar = async (avatar: string) => {
    const { rev } = await ok('adminAuth', 'getProfile', {});
    return call('adminAuth', 'updateProfile', { avatar, rev });
  };

  it('has a picture that was uploaded for it, and erases the one before', async () => {
    const [first, second] = [await uploaded(), await uploaded()];
    expect((await setAvatar(first)).code).toBe(0);
    expect(await ok('adminAdministrator', 'getAdministratorById', { id: admin._id })).toMatchObject(
      { avatar: first },
    );
    expect((await setAvatar(second)).code).toBe(0);
    const paths = (await rows('files')).map(({ filePath }) => filePath);
    expect(paths).toContain(second);
    expect(paths).not.toContain(first);
    expect((await setAvatar('')).code).toBe(0);
    expect((await rows('files')).map(({ filePath }) => filePath)).not.toContain(second);
  });

  it('refuses one that something else shows, which would lose it with the next picture', async () => {
    const shown = await uploaded();
    await set('categories', 'cat_0001', { icon: shown, files: [shown] });
    expect((await setAvatar(shown)).code).toBe(40001);
  });

  it.each([
    ['a file that is not there', 'settings/202611/a.png'],
    ["a template's cover", 'template/demo/tpl_0001.jpg'],
  ])('refuses %s as its picture', async (_what, avatar) => {
    expect(await setAvatar(avatar)).toMatchObject({
      code: 40001,
      data: { fields: { avatar: '请使用自己上传的图片' } },
    });
  });
});
