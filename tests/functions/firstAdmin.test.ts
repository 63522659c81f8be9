import { describe, expect, it, vi } from 'vitest';
import { startWorld } from './harness.ts';

// Hashing takes turns and would line the racers up; without it they meet where it matters, in the database.
vi.mock('#cloudfunctions/_shared/admins/password.ts', () => ({
  hashPassword: () => Promise.resolve('hash'),
  verifyPassword: () => Promise.resolve(false),
}));

const world = await startWorld();
const { createFirstAdmin } = await import('#cloudfunctions/_shared/admins/newAdmin.ts');

describe('the first administrator', () => {
  it('is one of fifty who race to be it', async () => {
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
