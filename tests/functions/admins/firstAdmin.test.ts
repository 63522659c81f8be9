import { describe, expect, it, vi } from 'vitest';
import { startWorld } from '../world/harness.ts';

// Hashing is serialised and would order the callers; without it they meet in the database.
vi.mock('#cloudfunctions/_shared/admins/password.ts', () => ({
  hashPassword: () => Promise.resolve('hash'),
  verifyPassword: () => Promise.resolve(false),
}));

const world = await startWorld();
const { createFirstAdmin } = await import('#cloudfunctions/_shared/admins/newAdmin.ts');

describe('the first administrator', () => {
  it('is made once by fifty concurrent callers', async () => {
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        createFirstAdmin({ username: `admin${at}`, password: 'erste 电池' }),
      ),
    );
    const first = made.filter(admin => admin !== null);
    expect(first).toHaveLength(1);
    expect(await world.rows('admins')).toMatchObject([{ username: first[0]?.username }]);
  });

  it('is made in an empty environment only', async () => {
    expect(await createFirstAdmin({ username: 'another', password: 'erste 电池' })).toBeNull();
    expect(await world.rows('admins')).toHaveLength(1);
  });
});
