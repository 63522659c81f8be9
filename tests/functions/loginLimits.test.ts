import { beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, startWorld } from './harness.ts';

const world = await startWorld({
  LOGIN_FAILURES_PER_NAME: '2',
  LOGIN_FAILURES_PER_IP: '4',
  PUBLIC_CALLS_PER_MINUTE: '20',
});
beforeEach(() => world.reset());

const login = async (username: string, password: string, ip: string) =>
  (await world.call('adminAuth', 'login', { username, password }, { ip })).code;

describe('limits of sign-in', () => {
  it('count a name over all places, except those it signed in from before', async () => {
    expect(await login('admin', PASSWORD, world.home)).toBe(0);
    for (const ip of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) {
      expect(await login('admin', 'wrong', ip)).toBe(40301);
    }
    expect(await login('admin', PASSWORD, '198.51.100.4')).toBe(40301);
    expect(await login('admin', PASSWORD, world.home)).toBe(0);
  });

  it('count a place over all names', async () => {
    for (const name of ['a', 'b', 'c', 'd']) {
      expect(await login(name, 'wrong', '198.51.100.9')).toBe(40301);
    }
    expect(await login('admin', PASSWORD, '198.51.100.9')).toBe(40301);
    expect(await login('admin', PASSWORD, world.home)).toBe(0);
  });
});

describe('the limit of public doors', () => {
  it('answers 42901 to who calls too often, and nobody else', async () => {
    const settings = async (ip: string) =>
      (await world.call('systemSettings', 'getSettings', { group: 'system' }, { ip })).code;
    const codes = await Promise.all(Array.from({ length: 30 }, () => settings('198.51.100.20')));
    expect(codes.filter(code => code === 0)).toHaveLength(20);
    expect(codes.filter(code => code === 42901)).toHaveLength(10);
    expect(await settings('198.51.100.21')).toBe(0);
  });

  it('does not touch a signed-in administrator', async () => {
    const { token } = await world.reset();
    const codes = await Promise.all(
      Array.from(
        { length: 60 },
        async () => (await world.call('keyword', 'getKeywords', {}, { token })).code,
      ),
    );
    expect(new Set(codes)).toEqual(new Set([0]));
  });
});
