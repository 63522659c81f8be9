import net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startWorld, type World } from './fixture.ts';
import { startPlatform } from './management/platform.ts';

let world: World | undefined;
afterEach(async () => {
  await world?.[Symbol.asyncDispose]();
  world = undefined;
});

const asked = (app: World['app'], requests: number) =>
  Promise.all(
    Array.from({ length: requests }, () =>
      app
        .database()
        .collection('things')
        .get()
        .then(
          () => 'answered',
          ({ code }: { code: string }) => code,
        ),
    ),
  );

const counted = (answers: string[]) =>
  Object.fromEntries(
    [...new Set(answers)].map(one => [one, answers.filter(a => a === one).length]),
  );

const slowly = (url: string, times: number) =>
  fetch(`${url}/__emulator/inject`, {
    method: 'POST',
    body: JSON.stringify({ action: 'database.getDocument', times, delayMs: 1_500 }),
  });

describe('requests to the database', () => {
  it('are any number, unless the environment has limits', async () => {
    world = await startWorld();
    expect(counted(await asked(world.app, 60))).toEqual({ answered: 60 });
  });

  it('are refused where too many are open at the same time, and let through afterwards', async () => {
    world = await startWorld({ config: { limits: { connections: 5 } } });
    await slowly(world.emulator.url, 5);
    const answers = counted(await asked(world.app, 20));
    // A slow machine sends the last ones when the first are answered.
    expect(answers.answered).toBeGreaterThanOrEqual(5);
    expect(answers.answered).toBeLessThan(20);
    expect(answers.EXCEED_CONCURRENT_REQUEST_LIMIT).toBe(20 - answers.answered!);
    expect(await asked(world.app, 1)).toEqual(['answered']);
  });

  it('are refused where there are too many in a second, and let through in the next', async () => {
    world = await startWorld({ config: { limits: { requestsPerSecond: 10 } } });
    const answers = counted(await asked(world.app, 40));
    // Two seconds at most were touched.
    expect(answers.answered).toBeGreaterThanOrEqual(10);
    expect(answers.answered).toBeLessThanOrEqual(20);
    expect(answers.EXCEED_RATELIMIT).toBe(40 - answers.answered!);
    await new Promise(resolve => setTimeout(resolve, 1_000));
    expect(await asked(world.app, 1)).toEqual(['answered']);
  });

  it('have the limits of the environment that takes deployments, which change at once', async () => {
    await using platform = await startPlatform();
    const { database } = platform.library;
    await database.createCollection('things');
    const { envId, secretId, secretKey, url } = platform.emulator;
    const tcb = (await import('@cloudbase/node-sdk')).default;
    const app = tcb.init({ env: envId, secretId, secretKey, serviceUrl: `${url}/admin` });
    await platform.seam('management', { limits: { connections: 1 } });
    await slowly(url, 1);
    expect(await asked(app, 4)).toContain('EXCEED_CONCURRENT_REQUEST_LIMIT');
  });

  it.each([{ connections: 0 }, { requestsPerSecond: 1.5 }])('refuse the limit %j', async limits => {
    await expect(startWorld({ config: { limits } })).rejects.toThrow('a whole number above 0');
  });
});

it('a write answers a conflict when its document stays locked for three seconds', async () => {
  world = await startWorld();
  const database = world.app.database();
  await database.collection('things').add({ _id: 'a', n: 1 });
  const transaction = await database.startTransaction();
  await transaction.collection('things').doc('a').remove();
  await expect(
    database.collection('things').where({ n: 1 }).update({ n: 2 }),
  ).rejects.toMatchObject({ code: 'DATABASE_TRANSACTION_CONFLICT' });
  await transaction.rollback(undefined);
});

it('an answer of more than 16 MB is refused, of a query and of a pipeline', async () => {
  world = await startWorld();
  const things = world.app.database().collection('things');
  const text = 'x'.repeat(900_000);
  for (let n = 0; n < 19; n += 1) await things.add({ _id: String(n), text });
  const refused = { code: 'DATABASE_REQUEST_FAILED' };
  await expect(things.get()).rejects.toMatchObject(refused);
  await expect(things.aggregate().match({}).end()).rejects.toMatchObject(refused);
  expect((await things.limit(18).get()).data).toHaveLength(18);
});

describe('a connection that a browser has opened ahead', () => {
  it('is closed without an answer, which would be taken for that of the next request', async () => {
    world = await startWorld();
    const { port } = world.emulator;
    const received = await new Promise<string>(resolve => {
      let answer = '';
      net
        .connect(port, '127.0.0.1')
        .on('data', chunk => (answer += chunk.toString('latin1')))
        .on('close', () => resolve(answer));
    });
    expect(received).toBe('');
  });
});
