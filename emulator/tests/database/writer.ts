/** Child process of storage.test.ts: writes pairs of documents, in turn plainly and in transactions, until it is killed. */
import { openDatabase } from '../../database/database.ts';

const database = openDatabase({
  file: process.argv[2]!,
  clock: { now: () => Date.now(), set: () => undefined },
  collections: [{ name: 'c', indexes: [{ name: 'n', keys: { n: 1 } }] }],
});
const { data } = await database.handle('database.calculateDocument', { collectionName: 'c' });
for (let n = (data as { total: number }).total / 2; ; n++) {
  const pair = [JSON.stringify({ n }), JSON.stringify({ n })];
  if (n % 2) await database.handle('database.insertDocument', { collectionName: 'c', data: pair });
  else {
    const { transactionId } = await database.handle('database.startTransaction', {});
    for (const one of pair)
      await database.handle('database.insertDocument', {
        collectionName: 'c',
        data: [one],
        transactionId,
      });
    await database.handle('database.commitTransaction', { transactionId });
  }
  process.send!(n);
}
