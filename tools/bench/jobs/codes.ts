import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import Libsql from 'libsql';
import { timed } from '../../shared/ask.ts';
import { type JobRow, jobRow, type JobWorld } from './job.ts';

const CODES = 10_000;

/** 10,000 activation codes, from the order to the batch that may be handed out, continued as the page does. */
export const measureCodes = async ({ ask, dataDir }: JobWorld): Promise<JobRow> => {
  const ours = await timed(async () => {
    let batch = await ask('adminActivationCode', 'createBatch', {
      name: '测速批次',
      credits: 100,
      quantity: CODES,
    });
    while (batch['status'] === 'generating')
      batch = await ask('adminActivationCode', 'generateCodes', { id: batch['_id'] });
    const { unused } = batch['counts'] as { unused: number };
    if (unused !== CODES) throw new Error(`${unused} codes were made`);
  });
  return jobRow('codes', CODES, ours, await insertCodes(path.join(dataDir, 'floor-codes.sqlite')));
};

/** As many rows in one transaction. */
const insertCodes = (file: string) => {
  const db = new Libsql(file);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE codes (id TEXT PRIMARY KEY, batchId TEXT, serial INTEGER, hash TEXT UNIQUE, status TEXT, time INTEGER);
    CREATE INDEX bySerial ON codes (batchId, serial);`);
  const insert = db.prepare('INSERT INTO codes VALUES (?, ?, ?, ?, ?, ?)');
  return timed(() => {
    db.exec('BEGIN');
    for (let serial = 1; serial <= CODES; serial += 1) {
      const hash = createHash('sha256').update(randomBytes(12)).digest('hex');
      insert.run([randomBytes(16).toString('hex'), 'batch', serial, hash, 'unused', Date.now()]);
    }
    db.exec('COMMIT');
    db.close();
  });
};
