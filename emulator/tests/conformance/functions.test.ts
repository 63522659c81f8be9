import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  invoke,
  send,
  signInAnonymously,
  signInAs,
  startWorld,
  type Tokens,
  type World,
} from './fixture.ts';

const KEY = 'local-publishable-key';
const echo = 'exports.main = async event => ({ event })';
let world: World;
let custom: Tokens;
let anonymous: Tokens;

const sources = {
  open: echo,
  users: echo,
  members: echo,
  closed: echo,
  ruleless: echo,
  answers: `exports.main = async ({ kind }) => ({
    object: { a: 1 }, string: '你好', number: 7, array: [1], nothing: undefined, empty: null,
    coded: { code: 40001, message: 'no' }, circular: (() => { const a = {}; a.a = a; return a; })(),
    large: 'x'.repeat(kind === 'large' ? 6 * 1024 * 1024 + 1 : 1),
  })[kind]`,
};

beforeAll(async () => {
  const rule = true;
  world = await startWorld({
    sources,
    config: {
      functions: {
        open: { rule },
        users: { rule: 'auth != null' },
        members: { rule: "auth.loginType != 'ANONYMOUS' && auth != null" },
        closed: { rule: false },
      },
    },
  });
  custom = await signInAs(world, 'member-1');
  anonymous = await signInAnonymously(world);
});
afterAll(() => world[Symbol.asyncDispose]());

describe('function rules', () => {
  // publishable key, anonymous, ticket
  it.each([
    ['open', [200, 200, 200]],
    ['users', [403, 200, 200]],
    ['members', [403, 403, 200]],
    ['ruleless', [403, 403, 200]],
    ['closed', [403, 403, 403]],
  ])('of %s admit the named callers', async (name, expected) => {
    const replies = [];
    for (const token of [KEY, anonymous.access_token, custom.access_token])
      replies.push(await invoke(world, name, token));
    expect(replies.map(({ status }) => status)).toEqual(expected);
    for (const { body } of replies.filter(({ status }) => status === 403))
      expect(body).toEqual({
        code: 'EXCEED_AUTHORITY',
        message: expect.any(String),
        requestId: expect.any(String),
      });
  });

  it('do not apply to the server SDK', async () => {
    expect((await world.app.callFunction({ name: 'closed', data: { a: 1 } })).result).toEqual({
      event: { a: 1 },
    });
  });
});

describe('answers', () => {
  const ask = (kind: string) => invoke(world, 'answers', custom.access_token, { kind });

  it('keep objects, numbers and lists as JSON, and strings as text', async () => {
    expect((await ask('object')).body).toEqual({ a: 1 });
    expect((await ask('coded')).body).toEqual({ code: 40001, message: 'no' });
    expect((await ask('number')).text).toBe('7');
    expect((await ask('array')).text).toBe('[1]');
    for (const kind of ['nothing', 'empty']) expect((await ask(kind)).text).toBe('null');
    const text = await ask('string');
    expect([text.text, text.headers.get('content-type')]).toEqual([
      '你好',
      'text/plain; charset=utf-8',
    ]);
  });

  it('reach the server SDK parsed, strings included', async () => {
    const call = async (kind: string) =>
      (await world.app.callFunction({ name: 'answers', data: { kind } })).result;
    expect(await call('object')).toEqual({ a: 1 });
    expect(await call('string')).toBe('你好');
    expect(await call('coded')).toEqual({ code: 40001, message: 'no' });
  });

  it('beyond 6 MiB, or that are not JSON, are refused', async () => {
    expect((await ask('large')).body.code).toBe('EXCEED_MAX_PAYLOAD_SIZE');
    expect((await ask('circular')).body.code).toBe('FUNCTION_INVOCATION_FAILED');
  });
});

describe('events', () => {
  const post = (body: BodyInit) => send(world, 'POST', '/v1/functions/open', { token: KEY, body });

  it('are passed on as sent; an empty body is an empty event', async () => {
    expect((await post('{"a":[1,{"b":null}],"__proto__":{"x":1}}')).text).toBe(
      '{"event":{"a":[1,{"b":null}],"__proto__":{"x":1}}}',
    );
    expect((await post('')).body).toEqual({ event: {} });
  });

  it('up to 100 KB are accepted; larger ones, broken JSON, other values and too deep nesting are refused', async () => {
    const filled = (size: number) => `{"a":"${'x'.repeat(size - 8)}"}`;
    expect((await post(filled(100 * 1024))).status).toBe(200);
    const refused = await post(filled(100 * 1024 + 1));
    expect([refused.status, refused.body.code]).toEqual([413, 'EXCEED_MAX_PAYLOAD_SIZE']);
    const counted = await post(`{"a":"${'字'.repeat(34_131)}"}`);
    expect(counted.body.code, 'bytes, not characters').toBe('EXCEED_MAX_PAYLOAD_SIZE');
    expect((await post('x'.repeat(20 * 1024 * 1024))).body.code).toBe('EXCEED_MAX_PAYLOAD_SIZE');
    expect((await post('{')).body.code).toBe('INVALID_PARAM');
    expect((await post(new Uint8Array([0x7b, 0xff, 0x7d]))).body.code).toBe('INVALID_PARAM');
    expect((await post('[1]')).body.code).toBe('FUNCTION_PARAM_INVALID');
    expect((await post('{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000))).body.code).toBe(
      'INVALID_PARAM',
    );
    expect((await post('{}')).status).toBe(200);
  });

  it.each(['nobody', 'x', 'a'.repeat(61), '..%2Fopen', 'constructor', 'open%00', 'open/more', ''])(
    'with the name %j find no function',
    async name => {
      const reply = await invoke(world, name, custom.access_token);
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect(reply.status).toBeLessThan(500);
      expect(['FUNCTION_NOT_FOUND', 'BAD_REQUEST']).toContain(reply.body.code);
    },
  );
});
