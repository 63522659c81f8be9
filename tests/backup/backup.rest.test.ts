import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { collections } from '#contract/collections.ts';
import { backUp } from '../../scripts/backup/backUp.ts';
import { checkBackup } from '../../scripts/backup/checkBackup.ts';
import { type Manifest, sha256Of } from '../../scripts/backup/manifest.ts';
import { pagesOf } from '../../scripts/backup/pages.ts';
import { openPlatform, type Platform } from '../../scripts/backup/platform.ts';
import { restore } from '../../scripts/backup/restore.ts';
import { platformConfig } from '../../scripts/build/platform.ts';
import { createRandom } from '../../scripts/demo/random.ts';
import { migrationIds } from '../../scripts/migrations/list.ts';
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

/** What a restored environment holds. */
const asBefore = async () => ({ ...(await everything(kept.source)), adminSessions: [], turns: [] });

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

  it('says which keys its secrets need, what it leaves out, and how many pictures are missing', () => {
    const { keys, collections, pictures, leftOut } = kept.manifest;
    expect(keys).toEqual(['APP_KEK_1']);
    expect(pictures).toMatchObject({ count: 1, missing: 1, bytes: 5_000 });
    for (const name of Object.keys(leftOut))
      expect(collections.map(one => one.name)).not.toContain(name);
  });

  it('has the migrations as they were before all else, so that none is taken for done that was not', async () => {
    const id = migrationIds.at(-1)!;
    const record = (status: string) => JSON.stringify({ _id: id, status });
    await target.fill({ admins: [ADMIN], migrations: [record('queued')] });
    await target.fill({ users: ['{"_id":"u","openid":"old"}'] });
    let isMigrated = false;
    const migrating: Platform = {
      ...target.platform,
      // A deployment migrates while the rest is still being read.
      find: async (name, query, limit) => {
        if (name === 'users' && !isMigrated) {
          isMigrated = true;
          await target.platform.remove('migrations', { _id: id });
          await target.fill({ migrations: [record('done')] });
        }
        return target.platform.find(name, query, limit);
      },
    };
    const { to } = await keep(migrating);
    expect(isMigrated).toBe(true);
    await target.empty();
    await bringBack(target.platform, to);
    expect(await target.all('migrations')).toEqual([record('queued')]);
  });

  it('is refused of an environment with a newer version, whose collections are unknown here', async () => {
    await target.fill({ admins: [ADMIN], migrations: ['{"_id":"0099-later","status":"done"}'] });
    await expect(keep(target.platform)).rejects.toThrow('does not know its migration 0099-later');
    await target.empty();
    await target.fill({ admins: [ADMIN], migrations: ['{"_id":"0099-later","status":"queued"}'] });
    await keep(target.platform);
  });

  it('asks again for a picture that storage is too busy for, and prints no address of one', async () => {
    await target.platform.upload(PICTURE, kept.picture);
    const fetched = vi.spyOn(globalThis, 'fetch');
    try {
      fetched.mockResolvedValueOnce(new Response('', { status: 503 }));
      fetched.mockRejectedValueOnce(
        new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } }),
      );
      expect(await target.platform.download(PICTURE)).toEqual(kept.picture);
      fetched.mockResolvedValueOnce(new Response('', { status: 404 }));
      expect(await target.platform.download(PICTURE)).toBeNull();
      fetched.mockResolvedValueOnce(new Response('', { status: 403 }));
      const refused = target.platform.download(PICTURE);
      await expect(refused).rejects.toMatchObject({ message: `${PICTURE} could not be read: 403` });
    } finally {
      fetched.mockRestore();
    }
  });

  it('gives up an upload that gets no answer, and begins it again', async () => {
    await target.disturb({
      action: 'storage.putObject',
      delayMs: 3_000,
      times: 1,
      when: 'before',
    });
    await openPlatform(target.keys, 500).upload(PICTURE, kept.picture);
    expect(await target.platform.download(PICTURE)).toEqual(kept.picture);
  });

  it('is refused where nothing of the product is stored', async () => {
    await expect(keep(target.platform)).rejects.toThrow('local has no administrators');
    await using other = await startEnvironment('other', []);
    await expect(keep(other.platform)).rejects.toThrow('other has no administrators');
  });

  it('names the collections that an environment of an earlier version does not have', async () => {
    const earlier = platformConfig().collections.filter(({ name }) => name !== 'videos');
    await using other = await startEnvironment('earlier', earlier);
    await other.fill({ admins: [ADMIN] });
    const lines: string[] = [];
    await keep(other.platform, false, line => lines.push(line));
    expect(lines).toContain('videos: there is no such collection');
    expect(lines).not.toContain('videos: 0 documents');
  });

  it('names a document that is too large for an answer', async () => {
    await target.fill({ orders: ['{"_id":"o_1","orderNo":"1"}', '{"_id":"o_2","orderNo":"2"}'] });
    // Pages of 100, 50, 25, 13, 7, 4, 2 and 1.
    await target.disturb({
      action: 'database.getDocument',
      code: 'EXCEED_MAX_PAYLOAD_SIZE',
      times: 8,
      when: 'before',
    });
    await expect(pagesOf(target.platform, 'orders').next()).rejects.toThrow(
      'orders: the document o_1 is larger than',
    );
  });

  it('does not keep a picture that is not the one its record names', async () => {
    const row = (name: string, sha256: string) =>
      JSON.stringify({ _id: name, filePath: `template/202611/${name}.png`, sha256 });
    const sha256 = sha256Of(kept.picture);
    await target.fill({
      admins: [ADMIN],
      files: [row('whole', sha256), row('torn', sha256), row('unknown', '')],
    });
    await target.platform.upload('template/202611/whole.png', kept.picture);
    await target.platform.upload('template/202611/torn.png', kept.picture.subarray(1));
    await target.platform.upload('template/202611/unknown.png', kept.picture);
    const { manifest } = await keep(target.platform, true);
    expect(manifest.pictures).toMatchObject({
      count: 2,
      missing: 1,
      missingPaths: ['template/202611/torn.png'],
    });
  });

  it('is readable for its owner only', () => {
    const names = readdirSync(kept.to, { recursive: true, encoding: 'utf8' });
    for (const name of ['', ...names])
      expect([name, statSync(path.join(kept.to, name)).mode & 0o077]).toEqual([name, 0]);
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

  it('goes on where it was interrupted', async () => {
    const random = createRandom(20261123);
    const inserts = 10;
    // Again and again, each time a little further, half of a batch written.
    for (let rounds = 0; rounds < 2; rounds += 1) {
      let left = 1 + Math.floor(random.next() * inserts);
      const dying: Platform = {
        ...target.platform,
        insert: async (name, lines) => {
          if ((left -= 1) > 0) return target.platform.insert(name, lines);
          await target.platform.insert(name, lines.slice(0, Math.ceil(lines.length / 2)));
          throw new Error('killed');
        },
      };
      await bringBack(dying, kept.to).catch((error: Error) => {
        expect(error.message).toBe('killed');
      });
    }
    await bringBack(target.platform, kept.to);
    expect(await everything(target)).toEqual(await asBefore());
  });

  it('puts its content in the place of what a deployment has made', async () => {
    await target.fill({
      admins: ['{"_id":"first_admin","username":"admin","lastLoginTime":null}'],
      auditLogs: ['{"_id":"made by the deployment"}'],
      settings: ['{"_id":"payment","rev":1}', '{"_id":"other","rev":1}'],
      progress: ['{"_id":"timer","at":null}'],
      rateLimits: ['{"_id":"caller","count":1}'],
      adminSessions: ['{"_id":"old session"}'],
    });
    const lines: string[] = [];
    await bringBack(target.platform, kept.to, false, line => lines.push(line));
    expect(lines.join('\n')).toContain(
      "removed, in favour of the backup's: admins 1, auditLogs 1, settings 2, progress 1.",
    );
    for (const name of ['admins', 'auditLogs', 'settings', 'progress'])
      expect([name, await target.all(name)]).toEqual([name, await kept.source.all(name)]);
    expect(await target.all('adminSessions')).toEqual([]);
  });

  it.each([
    ['documents of its own', { orders: ['{"_id":"mine"}'] }, 'not empty: orders'],
    ['another content', { users: ['{"_id":"u_0001","openid":"x"}'] }, 'e.g. u_0001'],
    [
      'an administrator who has signed in',
      { admins: ['{"_id":"first_admin","username":"admin","lastLoginTime":1}'] },
      'in use: admin has signed in there',
    ],
    [
      'several administrators',
      { admins: ['{"_id":"a","username":"a"}', '{"_id":"b","username":"b"}'] },
      'several administrators',
    ],
  ])('refuses an environment with %s and writes nothing', async (_what, there, sentence) => {
    await target.fill(there);
    const before = await everything(target);
    await expect(bringBack(target.platform, kept.to)).rejects.toThrow(sentence);
    expect(await everything(target)).toEqual(before);
  });

  it('refuses an environment with the administrators of the backup that has gone on since', async () => {
    const { admins, settings } = content();
    await target.fill({ admins, settings, auditLogs: ['{"_id":"later"}'] });
    const before = await everything(target);
    await expect(bringBack(target.platform, kept.to)).rejects.toThrow(
      'in use: admin has signed in there',
    );
    expect(await everything(target)).toEqual(before);
  });

  it('says which pictures are missing, and that others stay where they are', async () => {
    const lines: string[] = [];
    await bringBack(target.platform, kept.to, true, line => lines.push(line));
    expect(lines.at(-1)).toBe(
      'Pictures that records name, but the backup lacks: 1, e.g. template/202611/gone.png.',
    );
    lines.length = 0;
    await bringBack(target.platform, kept.to, false, line => lines.push(line));
    expect(lines).toContain('The pictures in it (1) are not restored without --pictures.');
    expect(lines.join()).not.toContain('gone.png');
  });
});

describe('a damaged backup is refused whole', () => {
  const damage: [string, string, (dir: string, manifest: Manifest) => void][] = [
    [
      'torn file',
      'is torn',
      dir => {
        const file = path.join(dir, 'orders.0001.jsonl.gz');
        writeFileSync(file, readFileSync(file).subarray(0, -10));
      },
    ],
    [
      'changed byte',
      'its hash differs',
      dir => {
        const file = path.join(dir, 'orders.0001.jsonl.gz');
        const bytes = readFileSync(file);
        bytes[100]! ^= 1;
        writeFileSync(file, bytes);
      },
    ],
    [
      'missing file',
      'cannot be read: the backup is not complete',
      dir => rmSync(path.join(dir, 'admins.0001.jsonl.gz')),
    ],
    [
      'missing picture',
      `${PICTURE} is missing`,
      dir => rmSync(path.join(dir, 'pictures', PICTURE)),
    ],
    [
      'changed picture',
      `${PICTURE} is not the one`,
      dir => writeFileSync(path.join(dir, 'pictures', PICTURE), randomBytes(5_000)),
    ],
    [
      'changed manifest',
      'manifest.json is not the one that was written',
      dir => {
        const file = path.join(dir, 'manifest.json');
        writeFileSync(file, readFileSync(file, 'utf8').replace('"local"', '"other"'));
      },
    ],
    [
      'manifest of another format',
      'the backup has format 2',
      (dir, manifest) => rewriteManifest(dir, { ...manifest, format: 2 }),
    ],
    [
      'manifest of a newer version',
      'from a newer version, with the migrations 9999-later',
      (dir, manifest) => rewriteManifest(dir, { ...manifest, migrations: ['9999-later'] }),
    ],
    [
      'collection that this version does not have',
      'the collection things, which',
      (dir, manifest) =>
        rewriteManifest(dir, {
          ...manifest,
          collections: [
            ...manifest.collections,
            { name: 'things', documents: 0, isOneMoment: true, parts: [] },
          ],
        }),
    ],
    ['directory that is no backup', 'is no backup', dir => rmSync(path.join(dir, 'manifest.json'))],
  ];

  /** As a program would write it that knows the format. */
  const rewriteManifest = (dir: string, manifest: object) => {
    const text = JSON.stringify(manifest);
    writeFileSync(path.join(dir, 'manifest.json'), text);
    const sums = readFileSync(path.join(dir, 'SHA256SUMS'), 'utf8');
    writeFileSync(
      path.join(dir, 'SHA256SUMS'),
      sums.replace(/^.*manifest\.json$/m, `${sha256Of(text)}  manifest.json`),
    );
  };

  it.each(damage)('%s', async (_what, sentence, spoil) => {
    const dir = newPath();
    cpSync(kept.to, dir, { recursive: true });
    spoil(dir, kept.manifest);
    const before = await everything(target);
    await expect(bringBack(target.platform, dir, true)).rejects.toThrow(sentence);
    expect(await everything(target)).toEqual(before);
    await expect(checkBackup(dir, log)).rejects.toThrow(sentence);
  });
});
