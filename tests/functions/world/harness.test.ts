import { afterEach, expect, it, vi } from 'vitest';
import { startWorld } from './harness.ts';

const world = await startWorld();
afterEach(() => vi.useRealTimers());

it('restores no session that was used after the time that a test has set', async () => {
  await world.reset();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 20_000 });
  const { session } = await world.reset();
  expect(session.lastSeenTime).toBeLessThanOrEqual(Date.now());
});
