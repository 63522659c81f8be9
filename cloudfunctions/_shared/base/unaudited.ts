import { collections } from '#contract/collections.ts';
import { auditLogs } from './audit.ts';
import { storeAuditRows, type Unaudited } from './changeRecord.ts';
import { _ } from './cloud.ts';
import { environment } from './environment.ts';
import { report } from './log.ts';
import { inParallel } from './parallel.ts';
import { type Repository, repository, type Stored } from './repository.ts';

interface Carrier extends Stored {
  unaudited: Unaudited[];
}

const PAGE = 100;
/** Ids in one query. */
const IDS = 500;

const carriers = collections
  .filter(({ indexes }) => indexes.some(({ keys }) => 'unaudited.time' in keys))
  .map(({ name }) => repository<Carrier>(name));

/** Those that are in the log. */
const storedAmong = async (ids: string[]): Promise<Set<string>> => {
  const stored = new Set<string>();
  for (let at = 0; at < ids.length; at += IDS) {
    const some = ids.slice(at, at + IDS);
    const rows = await auditLogs.find({ _id: _.in(some) }, { limit: IDS, fields: ['_id'] });
    rows.forEach(({ _id }) => stored.add(_id));
  }
  return stored;
};

/** What is to be stored by now; all of it where the record goes. */
const dueOf = ({ unaudited }: Carrier, before: number) => {
  const due = unaudited.filter(({ time }) => time <= before);
  return due.some(({ remove }) => remove) ? unaudited : due;
};

/**
 * Stores the rows that a page of records carries and the log lacks, then takes them out of the records, or removes a
 * record. A failure is left to the next run and does not stop the others.
 * @returns how many of the records are completed
 */
const complete = async (
  records: Repository<Carrier>,
  page: Carrier[],
  before: number,
): Promise<number> => {
  const carried = page.map(record => ({ record, due: dueOf(record, before) }));
  const ids = carried.flatMap(({ due }) => due.map(({ _id }) => _id));
  const stored = await storedAmong(ids);
  const kept: string[] = [];
  let removed = 0;
  await inParallel(carried, async ({ record, due }) => {
    try {
      await storeAuditRows(due.filter(({ _id }) => !stored.has(_id)).map(({ row }) => row));
      if (!due.some(({ remove }) => remove)) return void kept.push(record._id);
      await records.remove(record._id);
      removed += 1;
    } catch (error) {
      report('audit row not made good', error, due[0]?._id);
    }
  });
  await records.noteMany(kept, { unaudited: _.pull({ _id: _.in(ids) }) });
  return kept.length + removed;
};

/**
 * Takes the audit rows that are stored out of the records they were written with, and completes changes that were
 * interrupted before their row was stored. Concurrent runs have effect once, because rows have fixed ids.
 * @param about names of collections; none: all
 * @returns the number of records
 */
export const completeChanges = async (about: readonly string[] = []): Promise<number> => {
  const before = Date.now() - environment.UNAUDITED_MS;
  const its = about.length > 0 ? carriers.filter(({ name }) => about.includes(name)) : carriers;
  let completed = 0;
  let failure: unknown;
  await Promise.all(
    its.map(async records => {
      try {
        for (let more = true; more;) {
          const page = await records.find(
            { 'unaudited.time': _.lte(before) },
            { limit: PAGE, fields: ['_id', 'unaudited'] },
          );
          const done = page.length > 0 ? await complete(records, page, before) : 0;
          completed += done;
          more = done === PAGE;
        }
      } catch (error) {
        report('audit rows not made good', error);
        failure = error;
      }
    }),
  );
  // Tried again soon: its mark is gone.
  if (failure) throw failure;
  return completed;
};
