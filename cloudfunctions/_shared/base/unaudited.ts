import { collections } from '#contract/collections.ts';
import { auditLogs } from './audit.ts';
import { removeUnaudited, storeAuditRows, type Unaudited } from './changeRecord.ts';
import { _ } from './cloud.ts';
import { environment } from './environment.ts';
import { inParallel } from './parallel.ts';
import { type Repository, repository, type Stored } from './repository.ts';

interface Carrier extends Stored {
  unaudited: Unaudited[];
}

const PAGE = 100;

const carriers = collections
  .filter(({ indexes }) => indexes.some(({ keys }) => 'unaudited.time' in keys))
  .map(({ name }) => repository<Carrier>(name));

/** Stores the rows a record carries, then removes them from the record, or removes the record. */
const complete = async (records: Repository<Carrier>, { _id, unaudited }: Carrier) => {
  const ids = unaudited.map(entry => entry._id);
  const there = await auditLogs.find({ _id: _.in(ids) }, { limit: ids.length, fields: ['_id'] });
  const told = new Set(there.map(row => row._id));
  await storeAuditRows(unaudited.filter(entry => !told.has(entry._id)).map(({ row }) => row));
  if (unaudited.some(({ remove }) => remove)) await records.remove(_id);
  else for (const id of ids) await removeUnaudited(records, _id, id);
};

/**
 * Completes changes that were interrupted before their audit row was stored. Concurrent runs have effect once, because
 * rows have fixed ids. A failure is left to the next run and does not stop the others.
 * @returns the number of completed records
 */
export const completeChanges = async (): Promise<number> => {
  const before = Date.now() - environment.UNAUDITED_MS;
  let completed = 0;
  await Promise.all(
    carriers.map(async records => {
      for (let more = true; more;) {
        const page = await records.find(
          { 'unaudited.time': _.lte(before) },
          { limit: PAGE, fields: ['_id', 'unaudited'] },
        );
        let failed = false;
        await inParallel(page, async record => {
          try {
            await complete(records, record);
            completed += 1;
          } catch (error) {
            failed = true;
            console.error('audit row not made good', record._id, error);
          }
        });
        more = page.length === PAGE && !failed;
      }
    }),
  );
  return completed;
};
