import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PASSWORD, startWorld } from '../world/harness.ts';

const world = await startWorld({
  LOGIN_FAILURES_PER_NAME: 2,
  LOGIN_FAILURES_PER_IP: 4,
  PUBLIC_CALLS_PER_MINUTE: 20,
});
beforeEach(() => world.reset());

const login = async (username: string, password: string, ip: string) =>
  (await world.call('adminAuth', 'login', { username, password }, { ip })).code;

describe('limits of sign-in', () => {
  it('count a name over all addresses, except those it signed in from before', async () => {
    expect(await login('admin', PASSWORD, world.home)).toBe(0);
    for (const ip of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) {
      expect(await login('admin', 'wrong', ip)).toBe(40301);
    }
    expect(await login('admin', PASSWORD, '198.51.100.4')).toBe(40301);
    expect(await login('admin', PASSWORD, world.home)).toBe(0);
  });

  it('count an address over all names', async () => {
    for (const name of ['a', 'b', 'c', 'd']) {
      expect(await login(name, 'wrong', '198.51.100.9')).toBe(40301);
    }
    expect(await login('admin', PASSWORD, '198.51.100.9')).toBe(42901);
    expect(await login('admin', PASSWORD, world.home)).toBe(0);
  });
});

describe('a refused sign-in', () => {
  const scrypt = vi.spyOn(crypto, 'scrypt');
  syncBuiltinESMExports();

  const place = '198.51.100.40';
  /** Two are judged, as many as are free here, and are taken for ones that took so long. */
  const lock = async (tookMs: number) => {
    scrypt.mockClear();
    for (let at = 0; at < 2; at += 1) await login('admin', 'wrong', place);
    expect(scrypt).toHaveBeenCalledTimes(2);
    scrypt.mockClear();
    const { attempts } = await import('#cloudfunctions/_shared/base/rateLimit.ts');
    const found = (await world.rows('rateLimits')).find(row => Array.isArray(row['took']));
    await attempts.note(String(found?.['_id']), { took: [tookMs] });
  };

  it('hashes nothing, and takes as long as recent wrong ones', async () => {
    await lock(1_500);
    const started = performance.now();
    expect(await login('admin', PASSWORD, place)).toBe(40301);
    expect(performance.now() - started).toBeGreaterThanOrEqual(1_490);
    expect(scrypt).not.toHaveBeenCalled();
  });

  it('is refused at once while others wait already', async () => {
    await lock(3_000);
    const answers: number[] = [];
    await Promise.all(
      Array.from({ length: 10 }, async () => answers.push(await login('admin', PASSWORD, place))),
    );
    // In the order of arrival: those that need not wait are answered before those that wait.
    const waited = answers.filter(code => code === 40301).length;
    expect([1, 2]).toContain(waited);
    expect(answers).toEqual([
      ...Array<number>(10 - waited).fill(42901),
      ...Array<number>(waited).fill(40301),
    ]);
  });
});

describe('the limit of public actions', () => {
  it('answers 42901 to callers above the limit, and no others', async () => {
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
