import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PASSWORD, startWorld } from '../world/harness.ts';
import { adminActions } from '../world/registry.ts';
import { setUpFactor } from '../world/withFactor.ts';

const world = await startWorld();
const { as, call, ok } = world;

await world.reset();
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 15_000 });
  await world.reset();
});
afterEach(() => vi.useRealTimers());
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

const demand = (...roles: string[]) =>
  ok('adminSettings', 'updateSettings', { type: 'system', data: { secondFactor: { roles } } });
const signIn = async () =>
  (await ok('adminAuth', 'login', { username: 'admin', password: PASSWORD })).token;
const reads = async (of: string) => (await call('keyword', 'getKeywords', {}, { token: of })).code;

describe('an administrator whose role must have a second factor', () => {
  it('reaches nothing else until it is set up, and everything at once then', async () => {
    await demand('admin');
    const mine = await signIn();
    const open = [];
    for (const { name, action, definition } of adminActions) {
      if (action === 'logout') continue;
      const answer = await world.send(name, { action, data: definition.example, token: mine });
      if (answer.code !== 40303) open.push(action);
    }
    expect(open.sort()).toEqual([
      'beginSecondFactor',
      'changePassword',
      'enableSecondFactor',
      'getProfile',
      'getSecondFactor',
    ]);
    expect(await call('keyword', 'getKeywords', {}, { token: mine })).toMatchObject({
      code: 40303,
      message: '请先设置两步验证，再进行其他操作',
    });
    await setUpFactor(world, mine);
    expect(await reads(mine)).toBe(0);
  });

  it('does not switch it off', async () => {
    await demand('admin');
    const mine = await signIn();
    const { code } = await setUpFactor(world, mine);
    const off = { password: PASSWORD, code: code() };
    expect(await call('adminAuth', 'disableSecondFactor', off, { token: mine })).toMatchObject({
      code: 40902,
      message: '你的角色必须使用两步验证，不能关闭',
    });
    expect(await ok('adminAuth', 'getSecondFactor', {}, { token: mine })).toMatchObject({
      isRequired: true,
    });
  });

  it('is enforced in sessions that are open already, within a minute of use, and freed again', async () => {
    await demand('admin', 'finance');
    expect(await reads(as().token)).toBe(0);
    later(61_000);
    expect([await reads(as().token), await reads(as().token)]).toEqual([0, 40303]);
    await world.set('roles', 'role_0002', { rights: ['settings.read', 'settings.write'] });
    const other = await world.someAdmin({ username: 'other', role: 'role_0002' });
    await ok(
      'adminSettings',
      'updateSettings',
      { type: 'system', data: { secondFactor: { roles: ['finance'] } } },
      { token: other.token },
    );
    later(61_000);
    await ok('adminAuth', 'getProfile', {});
    expect(await reads(as().token)).toBe(0);
  });

  it('is one of these roles only', async () => {
    await demand('finance');
    expect(await reads(await signIn())).toBe(0);
  });
});
