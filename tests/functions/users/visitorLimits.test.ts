import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { networkOf } from '#cloudfunctions/_shared/base/network.ts';
import { visitorNo } from '../tasks/engineRun.ts';
import { startWorld } from '../world/harness.ts';
import { everyAction } from '../world/registry.ts';

const world = await startWorld();
const { call, rows, set } = world;
const { environment } = await import('#cloudfunctions/_shared/base/environment.ts');
beforeEach(() => world.reset());

const HERE = '198.51.100.7';
const anonymous = (at: number, ip = HERE) => ({ caller: visitorNo(at), ip });
const many = <T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_none, at) => work(at)));
const countOf = (answers: { code: number }[], wanted: number) =>
  answers.filter(({ code }) => code === wanted).length;

/** What a call asks of the database. */
const requestsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  const { database } = world.emulator;
  const handle = database.handle.bind(database);
  const seen: string[] = [];
  database.handle = (action, body) => {
    const { collectionName } = body as { collectionName?: string };
    seen.push(`${action.replace('database.', '')} ${collectionName ?? ''}`.trim());
    return handle(action, body);
  };
  try {
    await work();
  } finally {
    database.handle = handle;
  }
  return seen;
};

/** Those of the actions during which one of these requests was made that should not have been. */
const offending = async (
  actions: typeof everyAction,
  ask: (action: (typeof everyAction)[number]) => Promise<unknown>,
  isWrong: (requests: string[]) => boolean,
): Promise<string[]> => {
  const found: string[] = [];
  for (const action of actions)
    if (isWrong(await requestsOf(() => ask(action)))) found.push(action.title);
  return found;
};
const eventOf = ({ action, definition }: (typeof everyAction)[number]) => ({
  action,
  data: definition.example,
});

describe('a read', () => {
  const reads = everyAction.filter(({ definition }) => definition.effect === 'read');
  const ofVisitors = reads.filter(({ definition }) => definition.access !== 'admin');
  const writes = (requests: string[]) =>
    requests.some(
      request =>
        /^(insert|modify|remove|modifyAndReturn)Doc/.test(request) &&
        !request.endsWith('rateLimits'),
    );

  it('writes nothing', async () => {
    const { token } = await world.reset();
    const ask = (action: (typeof reads)[number]) =>
      world.send(action.name, { ...eventOf(action), token });
    // A look at a user's pictures leaves a row.
    expect((await offending(reads, ask, writes)).sort()).toEqual([
      'adminPrintOrder.getPrintFiles',
      'adminStorage.getImages',
    ]);
  });

  it('writes nothing for a visitor who is new', async () => {
    const ask = (action: (typeof reads)[number]) =>
      world.send(action.name, eventOf(action), HERE, visitorNo(77));
    expect(await offending(ofVisitors, ask, writes)).toEqual([]);
  });
});

describe('over the limit of an address', () => {
  const open = everyAction.filter(({ definition }) => definition.access !== 'admin');
  const before = environment.PUBLIC_CALLS_PER_MINUTE;
  // All in one minute.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    environment.PUBLIC_CALLS_PER_MINUTE = 1;
  });
  afterEach(() => {
    vi.useRealTimers();
    environment.PUBLIC_CALLS_PER_MINUTE = before;
  });

  it('every call is refused before anything else is asked', async () => {
    await world.send('systemSettings', { action: 'none' }, HERE, visitorNo(1));
    await call('systemSettings', 'getSettings', { group: 'system' }, anonymous(1));
    const answers: unknown[] = [];
    const ask = async (action: (typeof open)[number]) =>
      answers.push(await world.send(action.name, eventOf(action), HERE, visitorNo(2)));
    const isMore = (requests: string[]) => requests.join() !== 'modifyAndReturnDoc rateLimits';
    expect(await offending(open, ask, isMore)).toEqual([]);
    expect(answers.filter(answer => (answer as { code: number }).code !== 42901)).toEqual([]);
  });

  it('no account of many sessions begins', async () => {
    const users = (await rows('users')).length;
    const wish = { templateId: 'tpl_0001', inputs: {} };
    await many(20, at => call('appTask', 'createTask', wish, anonymous(at)));
    await many(20, at => call('appUser', 'agree', { version: '1' }, anonymous(at)));
    // The one that was let through.
    expect((await rows('users')).length).toBeLessThanOrEqual(users + 1);
  });

  it('refuses invented tokens at the sign-in function', async () => {
    const guess = (at: number) => {
      const token = `adm.${'0'.repeat(23)}${at % 10}.${'A'.repeat(43)}`;
      return call('adminAuth', 'getProfile' as never, {}, { ...anonymous(at), token });
    };
    const answers = await many(20, guess);
    expect(countOf(answers, 42901)).toBe(19);
    const requests = await requestsOf(() => guess(1));
    expect(requests).toEqual(['modifyAndReturnDoc rateLimits']);
  });

  it('does not concern an administrator with their ticket', async () => {
    const { token } = await world.reset();
    const answers = await many(20, () => call('adminOrder', 'getOrders', {}, { token }));
    expect(countOf(answers, 0)).toBe(20);
  });
});

describe('calls of one address below its limit', () => {
  const before = environment.PUBLIC_CALLS_PER_MINUTE;
  // All in one minute.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => {
    vi.useRealTimers();
    environment.PUBLIC_CALLS_PER_MINUTE = before;
  });
  const read = (ip: string) =>
    call('systemSettings', 'getSettings', { group: 'system' }, anonymous(1, ip));
  const counts = (request: string) => request.endsWith('rateLimits');

  it('are counted in memory, and written a hundredth of the limit at a time', async () => {
    environment.PUBLIC_CALLS_PER_MINUTE = 1_000;
    const requests = await requestsOf(async () => {
      for (let at = 0; at < 25; at += 1) await read('198.51.100.20');
    });
    // The first one makes the counter.
    expect(requests.filter(request => request === 'insertDocument rateLimits')).toHaveLength(1);
    expect(requests.filter(counts)).toHaveLength(3);
    expect((await rows('rateLimits')).map(({ count }) => count)).toEqual([20]);
  });

  it('are let through up to the limit, and then no more', async () => {
    environment.PUBLIC_CALLS_PER_MINUTE = 100;
    const codesSeen: number[] = [];
    for (let at = 0; at < 110; at += 1) codesSeen.push((await read('198.51.100.21')).code);
    expect(codesSeen.slice(0, 100).every(code => code === 0)).toBe(true);
    // One more is in memory until the next is written.
    expect(codesSeen.slice(101).every(code => code === 42901)).toBe(true);
  });

  it('begin anew under another limit', async () => {
    environment.PUBLIC_CALLS_PER_MINUTE = 10_000;
    for (let at = 0; at < 30; at += 1) await read('198.51.100.23');
    environment.PUBLIC_CALLS_PER_MINUTE = 20;
    expect((await read('198.51.100.23')).code).toBe(0);
    expect((await rows('rateLimits')).map(({ count }) => count)).toEqual([1]);
  });

  it('are refused once what other instances have counted is known', async () => {
    environment.PUBLIC_CALLS_PER_MINUTE = 500;
    const codesSeen: number[] = [];
    const five = async () => {
      for (let at = 0; at < 5; at += 1) codesSeen.push((await read('198.51.100.22')).code);
    };
    await five();
    const [counter] = await rows('rateLimits');
    await set('rateLimits', String(counter!['_id']), { count: 500 });
    await five();
    await five();
    expect(codesSeen.map(code => code === 0)).toEqual([
      ...Array<boolean>(9).fill(true),
      ...Array<boolean>(6).fill(false),
    ]);
  });
});

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::'],
    ['2001:db8::9', '2001:db8:0:0::'],
    ['::1', '0:0:0:0::'],
    ['fe80::1%eth0', 'fe80:0:0:0::'],
    ['::ffff:203.0.113.7', '::ffff:cb00:7107'],
    ['::ffff:203.0.113.8', '::ffff:cb00:7108'],
    ['nonsense', 'nonsense'],
  ])('%s is %s', (ip, network) => expect(networkOf(ip)).toBe(network));
});
