import { expect, it, vi } from 'vitest';
import type * as passwords from '#cloudfunctions/_shared/admins/password.ts';
import { PASSWORD, startWorld } from '../world/harness.ts';

/** What happens while the new password is hashed, which takes long. */
const hashing = vi.hoisted(() => ({ meanwhile: () => Promise.resolve() }));
vi.mock('#cloudfunctions/_shared/admins/password.ts', async load => {
  const real = await load<typeof passwords>();
  return {
    ...real,
    hashPassword: async (password: string) => {
      await hashing.meanwhile();
      return real.hashPassword(password);
    },
  };
});

const world = await startWorld();

it.each([
  ['the sessions were ended', { sessionEpoch: 3 }],
  ['the account was disabled', { status: 'disabled' }],
  ['the one-time password expired', { oneTimeUntil: 1 }],
])(
  'changes no password when %s meanwhile, so that none comes back to life',
  async (_what, patch) => {
    const { admin, token } = await world.reset();
    let before = '';
    hashing.meanwhile = async () => {
      await world.set('admins', admin._id, patch);
      before = await world.dump();
    };
    const data = { oldPassword: PASSWORD, newPassword: 'another 密码 2' };
    expect(await world.call('adminAuth', 'changePassword', data, { token })).toMatchObject({
      code: 40902,
      message: '你的账号刚被停用或重置，本次操作没有生效',
    });
    expect(await world.dump()).toBe(before);
  },
);
