import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fileRow } from '../world/fixtures/files.ts';
import { PASSWORD, startWorld } from '../world/harness.ts';
import { everyAction } from '../world/registry.ts';
import { tinyPng } from '../world/tinyPng.ts';

/**
 * The platform renews an administrator's session as long as it is asked to, whatever became of the administrator. What
 * it is good for ends at once.
 */
const world = await startWorld();
const { call, ok, rows } = world;
beforeEach(() => world.reset());
const DAY_MS = 86_400_000;
const OTHER_PASSWORD = 'ein ganz anderes 9';

const auth = async (path: string, body: object | null, bearer = '') => {
  const answer = await fetch(`${world.emulator.url}/auth/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Record<string, string>;
};

/** Another administrator, signed in as a browser does it. */
const signIn = async () => {
  const { admin } = await world.someAdmin({ username: 'other' });
  return { admin, ...(await signInAs(PASSWORD)) };
};
const signInAs = async (password: string) => {
  const who = { username: 'other', password };
  const { ticket, token: adminToken } = await ok('adminAuth', 'login', who);
  const pair = await auth('/signin/custom', { provider_id: 'custom', ticket });
  return { adminToken, refreshToken: pair['refresh_token'] ?? '' };
};

/** Renews the session. @returns how the platform vouches for its user, as a function learns it */
const renew = async (refreshToken: string) => {
  const wish = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const { access_token: bearer = '', refresh_token: next = '' } = await auth('/token', wish);
  const { sub = '', username = '' } = await auth('/user/me', null, bearer);
  return { next, caller: { TCB_UUID: sub, TCB_CUSTOM_USER_ID: username } };
};

const visitorActions = everyAction.filter(({ definition }) => definition.access === 'visitor');
const ended = { code: 40902, message: '请刷新页面后重试', data: { signInAgain: true } };

const become = (id: string, status: 'active' | 'disabled') =>
  ok('adminAdministrator', 'setAdministratorStatus', { id, status });
const ways: Record<string, (id: string, adminToken: string) => Promise<unknown>> = {
  'is disabled': id => become(id, 'disabled'),
  'is disabled, and enabled again': async id => {
    await become(id, 'disabled');
    await become(id, 'active');
  },
  'has the password reset': id => ok('adminAdministrator', 'resetAdministratorPassword', { id }),
  'changes the password': (_id, adminToken) => {
    const passwords = { oldPassword: PASSWORD, newPassword: OTHER_PASSWORD };
    return ok('adminAuth', 'changePassword', passwords, { token: adminToken });
  },
  'is removed from the database': id => world.remove('admins', { _id: id }),
};

describe('the session at the platform of an administrator who', () => {
  it.each(Object.entries(ways))(
    '%s reaches nothing, however often it is renewed',
    async (how, end) => {
      const { admin, adminToken, refreshToken } = await signIn();
      const first = await renew(refreshToken);
      expect((await call('appUser', 'getMe', {}, { caller: first.caller })).code).toBe(0);
      await end(admin._id, adminToken);
      const before = await world.dump(['auditLogs']);
      let { next } = first;
      for (const days of [0, 29, 58]) {
        // One way is tried on every action once, and on three otherwise.
        const isLast = how === 'is disabled' && days === 58;
        const some = isLast ? visitorActions : visitorActions.slice(0, 3);
        world.emulator.clock.set(Date.now() + days * DAY_MS);
        const renewed = await renew(next);
        next = renewed.next;
        // So it does go on at the platform.
        expect(renewed.caller).toEqual(first.caller);
        for (const { name, action, definition } of some) {
          const event = { action, data: definition.example };
          const answer = await world.send(name, event, '198.51.100.9', renewed.caller);
          expect(answer, `${name}.${action}`).toMatchObject(ended);
        }
      }
      // `refusals.test.ts` asks all actions of administrators.
      const { caller } = first;
      const profile = await call('adminAuth', 'getProfile', {}, { token: adminToken, caller });
      expect(profile.code).toBe(-1);
      world.emulator.clock.set(null);
      expect(await world.dump(['auditLogs'])).toBe(before);
    },
    60_000,
  );

  it('is disabled shows none of the photos uploaded before, and still what all see', async () => {
    const { admin, refreshToken } = await signIn();
    const { caller } = await renew(refreshToken);
    await ok('appUser', 'agree', { version: '1' }, { caller });
    const me = (await rows('users')).find(({ openid }) => openid === `custom:${admin._id}`);
    const photo = 'user_upload/demo/of_other.png';
    const options = { owner: null, limit: tinyPng.length, type: 'image/png' };
    await world.emulator.files.put(photo, Readable.from([tinyPng]), options);
    const about = { userId: me?._id, scene: 'user_upload' };
    await world.insert('files', [fileRow(photo, about)]);
    const urls = [photo, 'template/demo/tpl_0001.png'];
    const shown = async () => {
      const { list } = await ok('imageService', 'getSignedUrls', { urls }, { caller });
      return list.map(({ url }) => url !== '');
    };
    expect(await shown()).toEqual([true, true]);
    await ways['is disabled']?.(admin._id, '');
    expect(await shown()).toEqual([false, true]);
  });

  it('signs in again after that is theirs again, with what they had', async () => {
    const { admin, adminToken, refreshToken } = await signIn();
    const { caller } = await renew(refreshToken);
    await ok('appUser', 'agree', { version: '1' }, { caller });
    const users = (await rows('users')).length;
    await ways['changes the password']?.(admin._id, adminToken);
    const again = await renew((await signInAs(OTHER_PASSWORD)).refreshToken);
    expect((await call('appUser', 'getMe', {}, { caller: again.caller })).code).toBe(0);
    expect(await rows('users')).toHaveLength(users);
    expect(await call('appUser', 'getMe', {}, { caller })).toMatchObject(ended);
  });
});

it('a ticket asks for a session at the platform that lasts no longer than ours', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const { admin } = await world.someAdmin({ username: 'other' });
  const { ticket } = await ok('adminAuth', 'login', { username: 'other', password: PASSWORD });
  const payload = Buffer.from(ticket.split('.')[1] ?? '', 'base64url').toString();
  const claims = JSON.parse(payload) as Record<string, unknown>;
  expect(claims).toMatchObject({ uid: `${admin._id}.1`, expire: Date.now() + 7 * DAY_MS });
  vi.useRealTimers();
});
