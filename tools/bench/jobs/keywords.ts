import path from 'node:path';
import Libsql from 'libsql';
import { timed } from '../../shared/ask.ts';
import { type JobRow, jobRow, type JobWorld } from './job.ts';

const BATCHES = 10;
const ROWS = 500;

const batchOf = (batch: number, weight: number) =>
  Array.from({ length: ROWS }, (_, at) => ({ word: `测速词${batch}·${at}`, type: 'tag', weight }));

/** Ten times 500 words: once when none of them is known, and once when all are and change. */
export const measureKeywords = async ({ ask, dataDir }: JobWorld): Promise<JobRow[]> => {
  const floor = openFloor(path.join(dataDir, 'floor-keywords.sqlite'));
  const rows: JobRow[] = [];
  for (const [weight, result] of ['created', 'updated'].entries()) {
    const ours = await timed(async () => {
      for (let batch = 0; batch < BATCHES; batch += 1) {
        const keywords = batchOf(batch, weight);
        const { [result]: done } = await ask('keyword', 'batchUpsertKeywords', { keywords });
        if (done !== ROWS) throw new Error(`${String(done)} words were ${result}`);
      }
    });
    const beside = await timed(() => floor.upsert(weight));
    rows.push(jobRow(`keywords-${result}`, BATCHES * ROWS, ours, beside));
  }
  floor.close();
  return rows;
};

/** One statement a word, and one transaction a batch. */
const openFloor = (file: string) => {
  const db = new Libsql(file);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE keywords (norm TEXT PRIMARY KEY, word TEXT, type TEXT, weight INTEGER, rev INTEGER);`);
  const upsert = db.prepare(
    'INSERT INTO keywords VALUES (?, ?, ?, ?, 1) ON CONFLICT (norm) DO UPDATE SET weight = excluded.weight, rev = rev + 1',
  );
  return {
    upsert: (weight: number) => {
      for (let batch = 0; batch < BATCHES; batch += 1) {
        db.exec('BEGIN');
        for (const { word, type } of batchOf(batch, weight)) upsert.run([word, word, type, weight]);
        db.exec('COMMIT');
      }
    },
    close: () => db.close(),
  };
};
