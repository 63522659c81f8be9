import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import { csvFile, csvRow } from '../../../contract/csv.ts';
import { timed, until } from '../../shared/ask.ts';
import { floorFile } from '../data.ts';
import { type JobRow, jobRow, type JobWorld } from './job.ts';

/** All orders, from the press of the button until the file can be fetched; begun by its timer, within five seconds. */
export const measureExport = async ({ ask, dataDir }: JobWorld): Promise<JobRow> => {
  let rows = 0;
  const ours = await timed(async () => {
    const { _id } = await ask('adminExport', 'createExport', { resource: 'orders' });
    await until(async () => {
      const { list } = await ask('adminExport', 'getExports', {
        page: 1,
        pageSize: 1,
        filter: { ids: [_id] },
      });
      const { status, done } = (list as { status: string; done: number }[])[0]!;
      if (status !== 'done' && status !== 'queued' && status !== 'running')
        throw new Error(`the export is ${status}`);
      rows = done;
      return status === 'done';
    });
  });
  return jobRow('export', rows, ours, await timed(() => writeOrders(dataDir, rows)));
};

/** As many rows at once as a page of the export. */
const PAGE = 1_000;

/** The floor's table into a file that is on the disk. */
const writeOrders = (dataDir: string, wanted: number) => {
  const db = new Libsql(floorFile(dataDir), { readonly: true });
  const file = openSync(path.join(dataDir, 'floor-export.csv'), 'w');
  const all = db.prepare('SELECT * FROM orders ORDER BY createTime DESC, id DESC');
  let page = csvFile([all.columns().map(({ name }) => name)]);
  let rows = 0;
  for (const row of all.raw().iterate()) {
    page += csvRow(row as (string | number)[]);
    if ((rows += 1) % PAGE !== 0) continue;
    writeSync(file, page);
    page = '';
  }
  writeSync(file, page);
  fsyncSync(file);
  closeSync(file);
  db.close();
  if (rows !== wanted) throw new Error(`the floor wrote ${rows} rows instead of ${wanted}`);
};
