import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  callAdmin,
  invoke,
  send,
  signInAnonymously,
  signInAs,
  startWorld,
  type World,
} from './fixture.ts';

const HOUR = 3_600_000;
let world: World;

beforeAll(async () => {
  world = await startWorld({
    sources: { echo: 'exports.main = async event => ({ event })' },
    config: { functions: { echo: { rule: 'auth != null' } } },
  });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.emulator.clock.set(null));

const refresh = (refresh_token: string) =>
  send(world, 'POST', '/auth/v1/token?client_id=local', {
    json: { client_id: 'local', client_secret: '', grant_type: 'refresh_token', refresh_token },
  });
const me = (token: string) => send(world, 'GET', '/auth/v1/user/me', { token });

describe('anonymous sign-in', () => {
  it('gives one user per device', async () => {
    const [first, again, other] = [
      await signInAnonymously(world, 'device-a'),
      await signInAnonymously(world, 'device-a'),
      await signInAnonymously(world, 'device-b'),
    ];
    expect(again.sub).toBe(first.sub);
    expect(other.sub).not.toBe(first.sub);
    expect(again.access_token).not.toBe(first.access_token);
    expect(first).toMatchObject({ token_type: 'Bearer', expires_in: 7200, scope: 'anonymous' });
  });

  it('shows the anonymous profile', async () => {
    const tokens = await signInAnonymously(world);
    expect((await me(tokens.access_token)).body).toMatchObject({
      sub: tokens.sub,
      name: 'anonymous',
    });
  });
});

describe('custom tickets', () => {
  it('sign the same user in each time', async () => {
    const [first, again] = [await signInAs(world, 'admin-1'), await signInAs(world, 'admin-1')];
    expect(again.sub).toBe(first.sub);
    expect((await me(first.access_token)).body).toMatchObject({
      sub: first.sub,
      username: 'admin-1',
    });
  });

  const signInWith = (ticket: unknown) =>
    send(world, 'POST', '/auth/v1/signin/custom?client_id=local', {
      json: { provider_id: 'custom', ticket },
    });

  it('are refused when altered, foreign, expired or not tickets at all', async () => {
    const ticket = world.app.auth().createTicket('admin-1');
    const [keyId = '', jws = ''] = ticket.split('/@@/');
    const [head, payload = '', signature] = jws.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const altered = Buffer.from(JSON.stringify({ ...claims, uid: 'admin-2' })).toString(
      'base64url',
    );
    const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    for (const wrong of [
      undefined,
      null,
      42,
      '',
      'x',
      jws,
      `other/@@/${jws}`,
      `${keyId}/@@/${head}.${altered}.${signature}`,
      `${keyId}/@@/${unsigned}.${payload}.`,
      `${keyId}/@@/${head}.${payload}.${signature}/@@/`,
    ]) {
      const reply = await signInWith(wrong);
      expect(reply.status, String(wrong)).toBe(400);
      expect(reply.body).toMatchObject({
        error: 'invalid_argument',
        error_code: expect.any(Number),
      });
    }
    world.emulator.clock.set(Date.now() + 11 * 60_000);
    expect((await signInWith(ticket)).status).toBe(400);
  });
});

describe('tokens', () => {
  it('are refused after two hours, as expired, and can then be renewed once', async () => {
    const tokens = await signInAs(world, 'admin-1');
    world.emulator.clock.set(Date.now() + 2 * HOUR + 1000);
    const late = await invoke(world, 'echo', tokens.access_token);
    expect([late.status, late.body.code]).toEqual([401, 'ACCESS_TOKEN_EXPIRED']);
    expect((await me(tokens.access_token)).body.error).toBe('unauthenticated');

    const renewed = await refresh(tokens.refresh_token);
    expect(renewed.body).toMatchObject({ sub: tokens.sub, expires_in: 7200 });
    expect((await invoke(world, 'echo', String(renewed.body.access_token))).status).toBe(200);
    world.emulator.clock.set(Date.now() + 2 * HOUR + 70_000);
    expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('may be renewed by two tabs at the same moment', async () => {
    const tokens = await signInAs(world, 'admin-1');
    const both = await Promise.all([refresh(tokens.refresh_token), refresh(tokens.refresh_token)]);
    for (const { body } of both) {
      expect((await invoke(world, 'echo', String(body.access_token))).status).toBe(200);
    }
  });

  it('cannot be renewed after thirty days', async () => {
    const tokens = await signInAs(world, 'admin-1');
    world.emulator.clock.set(Date.now() + 30 * 24 * HOUR + 1000);
    expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('of a second device keep those of the first from being renewed', async () => {
    const [first, second] = [await signInAs(world, 'admin-9'), await signInAs(world, 'admin-9')];
    await signInAs(world, 'admin-8');
    // As documented, only its refresh token has ended.
    expect((await invoke(world, 'echo', first.access_token)).status).toBe(200);
    expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(second.refresh_token)).status).toBe(200);
  });

  it('are renewed by as many devices as the configuration allows', async () => {
    await using allowing = await startWorld({ config: { maxDevice: 2 } });
    const three = [];
    for (let device = 1; device <= 3; device += 1) {
      allowing.emulator.clock.set(Date.now() + device * 60_000);
      three.push(await signInAs(allowing, 'admin-9'));
    }
    const statuses = three.map(async ({ refresh_token }) => {
      const json = { client_id: 'local', grant_type: 'refresh_token', refresh_token };
      return (await send(allowing, 'POST', '/auth/v1/token', { json })).status;
    });
    expect(await Promise.all(statuses)).toEqual([400, 200, 200]);
  });

  it('all end on revoke', async () => {
    const tokens = await signInAs(world, 'admin-1');
    const other = await signInAs(world, 'admin-1');
    const revoked = await send(world, 'POST', '/auth/v1/revoke?client_id=local', {
      json: { token: tokens.access_token },
    });
    expect([revoked.status, revoked.body]).toEqual([200, {}]);
    expect((await invoke(world, 'echo', tokens.access_token)).body.code).toBe(
      'INVALID_ACCESS_TOKEN',
    );
    expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect((await invoke(world, 'echo', other.access_token)).status).toBe(200);
  });

  it('all end on sign-out', async () => {
    const tokens = await signInAs(world, 'admin-1');
    await send(world, 'POST', '/auth/v1/user/signout', { token: tokens.access_token, json: {} });
    expect((await me(tokens.access_token)).status).toBe(401);
  });

  it('are refused when altered or missing', async () => {
    const { access_token } = await signInAs(world, 'admin-1');
    const [head, , signature] = access_token.split('.');
    const claims = Buffer.from('{"sub":"1","sid":"1","exp":9999999999}').toString('base64url');
    for (const wrong of [
      'x',
      `${access_token}x`,
      `${head}.${claims}.${signature}`,
      `${head}.${claims}.`,
    ]) {
      const reply = await invoke(world, 'echo', wrong);
      expect([reply.status, reply.body.code]).toEqual([401, 'INVALID_ACCESS_TOKEN']);
    }
    const none = await send(world, 'POST', '/v1/functions/echo', { json: {} });
    expect([none.status, none.body.code]).toEqual([401, 'MISSING_CREDENTIALS']);
  });

  it('survive a restart, and so does what was revoked', async () => {
    const [kept, revoked] = [await signInAs(world, 'admin-1'), await signInAs(world, 'admin-2')];
    await send(world, 'POST', '/auth/v1/revoke', { json: { token: revoked.access_token } });
    await world.restart();
    expect((await me(kept.access_token)).status).toBe(200);
    expect((await me(revoked.access_token)).status).toBe(401);
    expect((await refresh(kept.refresh_token)).status).toBe(200);
    // The custom-login key is the same, too: tickets made before go on working.
    expect((await signInAs(world, 'admin-1')).sub).toBe(kept.sub);
  });
});

describe('the server SDK', () => {
  it('finds a user by id', async () => {
    const { sub } = await signInAs(world, 'admin-1');
    const { userInfo } = await world.app.auth().getEndUserInfo(sub);
    expect(userInfo).toMatchObject({ uid: sub, customUserId: 'admin-1', isAnonymous: false });
  });

  it('is refused with a wrong secret, a wrong environment or an altered body', async () => {
    const { default: tcb } = await import('@cloudbase/node-sdk');
    const { secretId, secretKey, url } = world.emulator;
    const attempt = (options: object) =>
      tcb
        .init({ env: 'local', secretId, secretKey, serviceUrl: `${url}/admin`, ...options })
        .callFunction({ name: 'echo', data: {} });
    await expect(attempt({ secretKey: 'wrong' })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
    await expect(attempt({ secretId: 'wrong' })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
    await expect(attempt({ env: 'other' })).rejects.toMatchObject({ code: 'INVALID_ENV' });
    await expect(attempt({})).resolves.toMatchObject({ result: { event: {} } });
  });

  it('gets an error for an unknown action', async () => {
    const reply = await callAdmin(world, { action: 'nobody.knows' });
    expect([reply.status, reply.body.code]).toEqual([200, 'INVALID_ACTION']);
    const unsigned = await send(world, 'POST', '/admin?env=local', { json: { action: 'x' } });
    expect([unsigned.status, unsigned.body.code]).toEqual([200, 'INVALID_CREDENTIALS']);
  });
});
