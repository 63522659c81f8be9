import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoke, send, signInAnonymously, signInAs, startWorld, type World } from './fixture.ts';

const KEY = 'local-publishable-key';
let world: World;
let callers: string[];

beforeAll(async () => {
  const echo = 'exports.main = async event => ({ event })';
  world = await startWorld({
    sources: { open: echo, members: echo, closed: echo },
    config: {
      gateway: {},
      functions: {
        open: { rule: true },
        members: { rule: "auth.loginType != 'ANONYMOUS' && auth != null" },
        closed: { rule: false },
      },
    },
  });
  const [visitor, member] = await Promise.all([
    signInAnonymously(world),
    signInAs(world, 'member-1'),
  ]);
  callers = [KEY, visitor.access_token, member.access_token];
});
afterAll(() => world[Symbol.asyncDispose]());

const codesOf = async (name: string, json: unknown = {}) => {
  const replies = [];
  for (const token of callers) {
    const { status, body } = await invoke(world, name, token, json);
    replies.push(status === 200 ? 200 : body.code);
  }
  return replies;
};

describe('the gateway of an environment described by a file', () => {
  it('lets through to the functions whose rules admit all callers, and then the rules decide', async () => {
    expect(await codesOf('open')).toEqual([200, 200, 200]);
    expect(await codesOf('members')).toEqual(['EXCEED_AUTHORITY', 'EXCEED_AUTHORITY', 200]);
  });

  it('refuses everything else before it looks for the function or reads the body', async () => {
    const refused = ['ACTION_FORBIDDEN', 'ACTION_FORBIDDEN', 'ACTION_FORBIDDEN'];
    expect(await codesOf('closed')).toEqual(refused);
    expect(await codesOf('nobody')).toEqual(refused);
    expect(await codesOf('closed', 'not an event')).toEqual(refused);
  });

  it('asks for credentials first', async () => {
    const { status, body } = await send(world, 'POST', '/v1/functions/closed', { json: {} });
    expect([status, body.code]).toEqual([401, 'MISSING_CREDENTIALS']);
  });

  it('refuses files to clients', async () => {
    const { status, body } = await send(world, 'POST', '/v1/storages/get-objects-download-info', {
      token: callers[2]!,
      json: [{ cloudObjectId: 'cloud://local.files/a.png' }],
    });
    expect([status, body.code]).toEqual([403, 'ACTION_FORBIDDEN']);
  });
});
