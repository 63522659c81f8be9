import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collections } from '#contract/collections.ts';
import { backUp } from '../../scripts/backup/backUp.ts';
import type { Platform } from '../../scripts/backup/platform.ts';
import { restore } from '../../scripts/backup/restore.ts';
import {
  ADMIN,
  bringBack,
  content,
  everything,
  keep,
  keepContent,
  type Kept,
  log,
  newPath,
  PICTURE,
} from './content.ts';
import { type LocalEnvironment, startEnvironment } from './environments.ts';

let kept: Kept;
let target: LocalEnvironment;
beforeAll(async () => {
  kept = await keepContent();
  target = await startEnvironment();
});
beforeEach(() => target.empty());
afterAll(async () => {
  await kept.source[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});

/** Without waiting for the holder, who is in this process. */
const canLock = (dir: string): boolean => {
  let database: Libsql.Database | undefined;
  try {
    database = new Libsql(path.join(dir, 'lock.sqlite'), { timeout: 0 });
    database.exec('begin exclusive');
    database.exec('rollback');
    return true;
  } catch {
    return false;
  } finally {
    database?.close();
  }
};

describe('a backup', () => {
  it('is not there before it is whole, and is made anew after an interruption', async () => {
    const to = newPath();
    let calls = 0;
    const failing: Platform = {
      ...kept.source.platform,
      find: (...args) => {
        if ((calls += 1) > 20) throw new Error('no network');
        return kept.source.platform.find(...args);
      },
    };
    const options = { to, pictures: false, log };
    await expect(backUp(failing, options)).rejects.toThrow('no network');
    expect(existsSync(to)).toBe(false);
    await backUp(kept.source.platform, options);
    expect(
      readdirSync(to)
        .filter(name => !name.endsWith('.gz'))
        .sort(),
    ).toEqual(['SHA256SUMS', 'manifest.json']);
    await expect(backUp(kept.source.platform, options)).rejects.toThrow('exists already');
  });

  it('keeps others out of its directory until that has its name', async () => {
    const to = newPath();
    const dir = `${to}.unfinished`;
    let isOver = false;
    let taken = 0;
    const intrude = async () => {
      while (!isOver) {
        // Whole, but not yet renamed.
        if (existsSync(path.join(dir, 'SHA256SUMS'))) taken += Number(canLock(dir));
        await new Promise(setImmediate);
      }
    };
    const intruder = intrude();
    await backUp(kept.source.platform, { to, pictures: false, log }).finally(() => {
      isOver = true;
    });
    await intruder;
    expect(taken).toBe(0);
    expect(existsSync(dir)).toBe(false);
  });

  it('waits where the platform wants fewer requests, and repeats what got no answer', async () => {
    await kept.source.disturb({
      action: 'database.getDocument',
      code: 'EXCEED_RATELIMIT',
      times: 2,
      when: 'before',
    });
    const { to } = await keep(kept.source.platform);
    await target.disturb({
      action: 'database.insertDocument',
      code: 'SERVER_TIMEOUT',
      times: 2,
      when: 'after',
    });
    await bringBack(target.platform, to);
    expect(await target.all('orders')).toEqual(await kept.source.all('orders'));
  });

  it('has of a collection that changes meanwhile the content of one moment', async () => {
    await using changing = await startEnvironment();
    await changing.fill({ admins: [ADMIN], orders: content().orders });
    const write = (action: string, body: object) =>
      changing.emulator.database.handle(action, { collectionName: 'orders', ...body });
    let calls = 0;
    const { to, manifest } = await keep({
      ...changing.platform,
      find: async (name, query, limit) => {
        const lines = await changing.platform.find(name, query, limit);
        // After the first reading has passed these ids.
        if (name === 'orders' && (calls += 1) === 4) {
          const byId = (_id: string) => ({ query: JSON.stringify({ _id }) });
          await write('database.insertDocument', { data: ['{"_id":"o_0001b","orderNo":"B"}'] });
          await write('database.removeDocument', { ...byId('o_0003'), multi: false });
          const data = JSON.stringify({ $set: { note: 1 } });
          await write('database.modifyDocument', { ...byId('o_0002'), data, merge: true });
        }
        return lines;
      },
    });
    const orders = manifest.collections.find(({ name }) => name === 'orders');
    expect(orders).toMatchObject({ documents: 700, isOneMoment: true });
    await bringBack(target.platform, to);
    expect(await target.all('orders')).toEqual(await changing.all('orders'));
    expect((await target.all('orders')).join()).toContain('"note":1');
  });

  it('says of a collection that never rests that its documents are of several moments', async () => {
    await using changing = await startEnvironment();
    await changing.fill({ admins: [ADMIN], counters: ['{"_id":"total","n":0}'] });
    const { manifest } = await keep({
      ...changing.platform,
      find: async (name, query, limit) => {
        if (name === 'counters')
          await changing.emulator.database.handle('database.modifyDocument', {
            collectionName: name,
            query: '{"_id":"total"}',
            data: '{"$inc":{"n":1}}',
            merge: true,
          });
        return changing.platform.find(name, query, limit);
      },
    });
    const oneMoment = Object.fromEntries(
      manifest.collections.map(({ name, isOneMoment }) => [name, isOneMoment]),
    );
    expect(oneMoment).toMatchObject({ counters: false, orders: true });
    expect([manifest.isOneMoment, kept.manifest.isOneMoment]).toEqual([false, true]);
  });

  it('is refused where a document has an id that is no text', async () => {
    await using odd = await startEnvironment();
    await odd.fill({ admins: [ADMIN], orders: ['{"_id":7,"phone":"13800000000"}'] });
    const refusal = await keep(odd.platform).catch((error: Error) => error.message);
    expect(refusal).toMatch(/^orders holds a document whose id is no text.*: 7\. /);
    expect(refusal).not.toContain('138');
  });
});

describe('restoring', () => {
  it('gets file ids of the environment that it restores into, and leaves texts alone', async () => {
    await using another = await startEnvironment('another');
    await bringBack(another.platform, kept.to, true);
    const moved = (await kept.source.all('files')).map(line =>
      line.replace('cloud://local.files/', 'cloud://another.files/'),
    );
    expect(await another.all('files')).toEqual(moved);
    expect(await another.all('webhookEvents')).toEqual(await kept.source.all('webhookEvents'));
    expect(await another.platform.download(PICTURE)).toEqual(kept.picture);
  });

  it('asks before it writes', async () => {
    const before = await everything(target);
    const questions: string[] = [];
    const no = (question: string) => {
      questions.push(question);
      return Promise.resolve(false);
    };
    const options = { from: kept.to, pictures: false, confirm: no, log };
    expect(await restore(target.platform, options)).toBe(false);
    expect(questions).toEqual([expect.stringContaining('into the environment local?')]);
    expect(await everything(target)).toEqual(before);
  });

  it('notices what something else writes meanwhile', async () => {
    const meddling: Platform = {
      ...target.platform,
      insert: async (name, lines) => {
        await target.platform.insert(name, lines);
        if (name === 'users') await target.fill({ users: ['{"_id":"another"}'] });
      },
    };
    await expect(bringBack(meddling, kept.to)).rejects.toThrow('users another is extra');
  });

  it('refuses documents that a unique index would refuse', async () => {
    const without = collections.map(one => ({ ...one, indexes: [] }));
    expect(without.length).toBeGreaterThan(0);
    await using loose = await startEnvironment('local', without);
    await loose.fill({
      admins: [ADMIN],
      orders: [
        '{"_id":"a","orderNo":"1"}',
        '{"_id":"b","orderNo":"2"}',
        '{"_id":"c","orderNo":"1"}',
      ],
    });
    const { to } = await keep(loose.platform);
    await expect(bringBack(target.platform, to)).rejects.toThrow(
      'orders: a and c have the same orderNo',
    );
    expect(await target.all('orders')).toEqual([]);
  });
});
