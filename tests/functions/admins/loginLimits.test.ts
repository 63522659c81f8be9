import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
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
});

describe('a refused sign-in', () => {
  const { setTimeout: sleep } = timers;
  /** Waits that last as long as those of wrong sign-ins, each with what ends it. */
  const waits: { ms: number; end: () => void }[] = [];
  const scrypt = vi.spyOn(crypto, 'scrypt');
  const sleeping = vi
    .spyOn(timers, 'setTimeout')
    .mockImplementation((ms = 0, value) =>
      ms < 100
        ? sleep(ms, value)
        : new Promise(resolve => waits.push({ ms, end: () => resolve(value!) })),
    );
  syncBuiltinESMExports();
  afterAll(() => {
    for (const spy of [scrypt, sleeping]) spy.mockRestore();
    syncBuiltinESMExports();
  });

  const place = '198.51.100.40';
  const TOOK_MS = 3_000;
  /** Two are judged, as many as are free here, and are taken for ones that took so long. */
  beforeEach(async () => {
    waits.length = 0;
    scrypt.mockClear();
    for (let at = 0; at < 2; at += 1) await login('admin', 'wrong', place);
    expect(scrypt).toHaveBeenCalledTimes(2);
    scrypt.mockClear();
    const { attempts } = await import('#cloudfunctions/_shared/base/rateLimit.ts');
    const found = (await world.rows('rateLimits')).find(row => Array.isArray(row['took']));
    await attempts.note(String(found?.['_id']), { took: [TOOK_MS] });
  });

  it('hashes nothing, and takes as long as recent wrong ones', async () => {
    const started = performance.now();
    const answer = login('admin', PASSWORD, place);
    await vi.waitUntil(() => waits.length > 0, { timeout: TOOK_MS });
    const [wait, ...others] = waits;
    expect(others).toEqual([]);
    expect(wait!.ms).toBeLessThanOrEqual(TOOK_MS);
    expect(wait!.ms + performance.now() - started).toBeGreaterThanOrEqual(TOOK_MS);
    wait!.end();
    expect(await answer).toBe(40301);
    expect(scrypt).not.toHaveBeenCalled();
  });

  it('is refused at once while others wait already', async () => {
    const answers: number[] = [];
    const all = Array.from({ length: 10 }, async () =>
      answers.push(await login('admin', PASSWORD, place)),
    );
    await vi.waitUntil(() => answers.length + waits.length === 10, { timeout: TOOK_MS });
    expect([1, 2]).toContain(waits.length);
    expect(new Set(answers)).toEqual(new Set([42901]));
    for (const { end } of waits) end();
    await Promise.all(all);
    expect(answers.slice(-waits.length)).toEqual(waits.map(() => 40301));
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
    await world.reset();
    const codes = await Promise.all(
      Array.from({ length: 60 }, async () => (await world.call('keyword', 'getKeywords', {})).code),
    );
    expect(new Set(codes)).toEqual(new Set([0]));
  });
});
