import tcb from '@cloudbase/node-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDuplicate } from '../../isDuplicate.ts';
import { type Platform, startPlatform } from './platform.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform[Symbol.asyncDispose]());

const byStatus = {
  IndexName: 'status_time',
  MgoKeySchema: {
    MgoIsUnique: false,
    MgoIndexKeys: [
      { Name: 'status', Direction: '1' },
      { Name: 'createdAt', Direction: '-1' },
    ],
  },
};
const uniqueNumber = {
  IndexName: 'number',
  MgoKeySchema: { MgoIsUnique: true, MgoIndexKeys: [{ Name: 'number', Direction: '1' }] },
};

const indexesOf = async (collection: string) =>
  (await platform.library.database.describeCollection(collection)).Indexes?.map(({ Name }) => Name);

const documents = () => {
  process.env.TENCENTCLOUD = 'true';
  process.env.SILENCE = 'true';
  const { envId, secretId, secretKey, url } = platform.emulator;
  return tcb.init({ env: envId, secretId, secretKey, serviceUrl: `${url}/admin` }).database();
};

describe('collections', () => {
  it('are created once, and can be used at once', async () => {
    const { database } = platform.library;
    expect(await database.checkCollectionExists('orders')).toMatchObject({ Exists: false });

    await database.createCollection('orders');

    expect(await database.checkCollectionExists('orders')).toMatchObject({ Exists: true });
    await expect(database.createCollection('orders')).rejects.toMatchObject({
      code: 'ResourceUnavailable.ResourceExist',
    });
    await documents().collection('orders').add({ number: 1 });
    const { Collections, Pager } = await database.listCollections();
    expect(Collections).toMatchObject([{ CollectionName: 'orders', Count: 1, IndexCount: 2 }]);
    expect(Pager).toMatchObject({ Total: 1 });
  });

  it('are deleted with all that is in them', async () => {
    const { database } = platform.library;
    await database.createCollection('left');
    await database.updateCollection('left', { CreateIndexes: [uniqueNumber] });
    const records = documents().collection('left');
    await records.add({ number: 1 });
    expect(await records.where({ number: 1 }).count()).toMatchObject({ total: 1 });

    await database.deleteCollection('left');

    expect(await database.checkCollectionExists('left')).toMatchObject({ Exists: false });
    await expect(records.get()).rejects.toMatchObject({ code: 'DATABASE_COLLECTION_NOT_EXIST' });
    // Of the same name, it has nothing of the one before.
    await database.createCollection('left');
    expect(await indexesOf('left')).toEqual(['_id_', '_openid_1']);
    expect(await records.where({ number: 1 }).count()).toMatchObject({ total: 0 });
    await database.deleteCollection('left');
    await platform.restart();
    expect(await platform.library.database.checkCollectionExists('left')).toMatchObject({
      Exists: false,
    });
  });

  it('have indexes that are added and dropped', async () => {
    const { database } = platform.library;
    await database.createCollection('tasks');

    await database.updateCollection('tasks', { CreateIndexes: [byStatus, uniqueNumber] });
    expect((await database.describeCollection('tasks')).Indexes).toMatchObject([
      { Name: '_id_', Unique: true },
      { Name: '_openid_1', Unique: false },
      {
        Name: 'status_time',
        Unique: false,
        Keys: [
          { Name: 'status', Direction: '1' },
          { Name: 'createdAt', Direction: '-1' },
        ],
      },
      { Name: 'number', Unique: true },
    ]);

    await database.updateCollection('tasks', { DropIndexes: [{ IndexName: 'status_time' }] });
    expect(await indexesOf('tasks')).toEqual(['_id_', '_openid_1', 'number']);
    // The same once more changes nothing; another one of that name is refused.
    await database.updateCollection('tasks', { CreateIndexes: [uniqueNumber] });
    const other = { ...byStatus, IndexName: 'number' };
    await expect(
      database.updateCollection('tasks', { CreateIndexes: [other] }),
    ).rejects.toMatchObject({ code: 'ResourceUnavailable.IndexOptionsConflict' });
  });

  it('have twenty indexes at most, with the two that each has from the beginning', async () => {
    const { database } = platform.library;
    await database.createCollection('full');
    const indexes = Array.from({ length: 19 }, (_none, at) => ({
      ...byStatus,
      IndexName: `n${at}`,
      MgoKeySchema: { MgoIsUnique: false, MgoIndexKeys: [{ Name: `n${at}`, Direction: '1' }] },
    }));
    const add = (CreateIndexes: typeof indexes) =>
      database.updateCollection('full', { CreateIndexes });
    const refused = { code: 'LimitExceeded.OutOfIndexQuota' };

    await expect(add(indexes)).rejects.toMatchObject(refused);
    await add(indexes.slice(0, 18));
    await expect(add(indexes.slice(18))).rejects.toMatchObject(refused);

    expect(await indexesOf('full')).toHaveLength(20);
  });

  it('refuse a unique index over duplicates, with all that was asked beside it', async () => {
    const { database } = platform.library;
    await database.createCollection('users');
    await documents()
      .collection('users')
      .add([{ number: 7 }, { number: 7 }]);

    await expect(
      database.updateCollection('users', { CreateIndexes: [byStatus, uniqueNumber] }),
    ).rejects.toMatchObject({
      code: 'FailedOperation',
      message: expect.stringContaining('E11000 duplicate key'),
    });

    expect(await indexesOf('users')).toEqual(['_id_', '_openid_1']);
    const { total } = await documents().collection('users').where({ number: 7 }).count();
    expect(total).toBe(2);
  });

  it('refuse a duplicate once the index is there', async () => {
    await platform.library.database.createCollection('codes');
    await platform.library.database.updateCollection('codes', { CreateIndexes: [uniqueNumber] });
    await documents().collection('codes').add({ number: 7 });

    await expect(documents().collection('codes').add({ number: 7 })).rejects.toSatisfy(isDuplicate);
  });

  it('have an access level', async () => {
    await platform.library.database.createCollection('settings');
    const tables = platform.library.commonService('tcb', '2018-06-08');
    const Param = { EnvId: platform.emulator.envId, CollectionName: 'settings' };

    await tables.call({ Action: 'ModifyDatabaseACL', Param: { ...Param, AclTag: 'ADMINONLY' } });

    const read = await tables.call({ Action: 'DescribeDatabaseACL', Param });
    expect(read).toMatchObject({ AclTag: 'ADMINONLY' });
  });

  it('are shown only after a while, and take further changes only when their indexes are built', async () => {
    const { database } = platform.library;
    await platform.seam('management', { delays: { table: 60_000, index: 60_000 } });
    await database.createCollection('slow');
    expect(await database.checkCollectionExists('slow')).toMatchObject({ Exists: false });
    await platform.seam('clock', { now: Date.now() + 61_000 });
    expect(await indexesOf('slow')).toEqual(['_id_', '_openid_1']);

    await database.updateCollection('slow', { CreateIndexes: [byStatus] });
    expect(await indexesOf('slow')).toEqual(['_id_', '_openid_1']);
    await expect(
      database.updateCollection('slow', { CreateIndexes: [uniqueNumber] }),
    ).rejects.toMatchObject({ code: 'ResourceInUse.IndexCreating' });

    await platform.seam('clock', { now: Date.now() + 122_000 });
    expect(await indexesOf('slow')).toEqual(['_id_', '_openid_1', 'status_time']);
    await platform.seam('clock', { now: null });
    await platform.seam('management', { delays: { table: 0, index: 0 } });
  });

  it('are there after a restart, with their indexes and documents', async () => {
    await platform.library.database.createCollection('kept');
    await platform.library.database.updateCollection('kept', { CreateIndexes: [uniqueNumber] });
    await documents().collection('kept').add({ number: 1 });

    await platform.restart();

    expect(await indexesOf('kept')).toEqual(['_id_', '_openid_1', 'number']);
    const { total } = await documents().collection('kept').count();
    expect(total).toBe(1);
  });
});
