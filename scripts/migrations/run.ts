import { unclaimed } from '#cloudfunctions/_shared/base/claim.ts';
import { _ } from '#cloudfunctions/_shared/base/cloud.ts';
import { inParallel } from '#cloudfunctions/_shared/base/parallel.ts';
import { repository, type Stored } from '#cloudfunctions/_shared/base/repository.ts';
import { rest } from '#cloudfunctions/_shared/base/steps.ts';
import { collections } from '#contract/collections.ts';
import manifest from '../../package.json' with { type: 'json' };
import { isMissingCollection, retryWithBackoff } from '../shared/retryWithBackoff.ts';
import { migrationIds, migrations } from './list.ts';
import type { AnyMigration, Migration } from './migration.ts';
import {
  migrationClaims,
  type MigrationRecord,
  migrationRecords,
  readMigrationRecords,
  unlessMissing,
} from './records.ts';
import { refusalOfRollback, reopenMigrations } from './rollback.ts';

const PAGE = 100;

/** The next records after this id, with what the migration reads; empty at the end. */
const pageAfter = (
  { collection, fields, pageSize = PAGE }: AnyMigration,
  at: string,
): Promise<Stored[]> =>
  retryWithBackoff(() =>
    repository(collection).find(
      { _id: _.gt(at) },
      {
        sort: [['_id', 'asc']],
        limit: pageSize,
        // With the last one records that are being removed are answered as well: their ids count for the position.
        fields: [...fields, 'rev', 'unaudited'],
      },
    ),
  );

/** How often a change is worked out anew for a record that others keep changing. */
const TRIES = 20;

/**
 * Changes a record as the migration says, at the version at which it was read: a function that writes it meanwhile is
 * not overwritten, and one that has read it before writes at its own version and so does not undo the change.
 * @returns whether it had to be changed
 */
const applyTo = async ({ collection, change }: AnyMigration, read: Stored): Promise<boolean> => {
  const records = repository(collection);
  let current: Stored | null = read;
  for (let tries = 1; current; tries += 1) {
    const { _id, rev }: Stored = current;
    const patch = change(current as never);
    if (!patch) return false;
    if (await retryWithBackoff(() => records.compareAndSet(_id, { rev }, written(patch))))
      return true;
    if (tries >= TRIES) throw new Error(`${collection} ${_id} keeps being changed by others`);
    current = await retryWithBackoff(() => records.get(_id));
  }
  return false;
};

const written = (patch: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(patch).map(([field, value]) => [
      field,
      value === undefined ? _.remove() : value,
    ]),
  );

export interface RunOptions {
  /** A line about what is being done. */
  log: (line: string) => void;
  /**
   * When the last function of this version replaced that of the version before; without it, those are still serving. Each
   * migration runs twice in a deployment: before the functions are replaced, and afterwards for what the old ones have
   * stored meanwhile.
   */
  liveSince?: number;
}

export type PendingMigration = DistributiveOmit<Migration, 'load'> & {
  /** An earlier run has begun it, or has still to be repeated now that the functions are replaced. */
  isBegun: boolean;
};

type DistributiveOmit<T, K extends keyof T> = T extends unknown ? Omit<T, K> : never;

/** A call of the version before may have begun just before its function was replaced; none is allowed more time. */
const LONGEST_CALL_MS = 60_000;
const LOG_EVERY_MS = 10_000;
/** What the version before has stored since an earlier pass must not be more than what it stores during a deployment. */
const PASS_COUNTS_MS = 600_000;
const WAIT_MS = 200;

const { take, advance, giveBack } = migrationClaims;

/** What a deployment has to run, in order; it only reads. @throws where this version must not be deployed */
export const pendingMigrations = async (): Promise<PendingMigration[]> => {
  const [refusal, found] = await Promise.all([
    refusalOfRollback(migrationIds),
    readMigrationRecords(),
  ]);
  if (refusal) throw new Error(refusal);
  if (found.length === 0 && (await isEmpty())) return [];
  const byId = new Map(found.map(record => [record._id, record]));
  return migrations.flatMap(({ load: _load, ...known }: Migration) => {
    const status = byId.get(known.id)?.status ?? 'queued';
    return status === 'done' ? [] : [{ ...known, isBegun: status !== 'queued' }];
  });
};

/**
 * Sentences about data that the version in use still needs, as where a version was skipped.
 * @param inUse the ids of the migrations that the version in use knows
 */
export const removedTooEarly = (
  pending: readonly PendingMigration[],
  inUse: readonly string[],
): string[] =>
  pending.flatMap(one =>
    one.kind === 'removes' && !inUse.includes(one.replacedBy)
      ? [
          `The migration ${one.id} removes what the version in use still reads: deploy a version with ${one.replacedBy} and without ${one.id} first.`,
        ]
      : [],
  );

/**
 * Runs what is pending, one after the other, beside the functions that are serving; a run that was interrupted goes on
 * where it stopped. Of runs at the same time one works and the others wait for it.
 * @throws where this version must not be deployed, or the database fails for longer than it is worth waiting
 */
export const runMigrations = async (options: RunOptions): Promise<void> => {
  const pending = await pendingMigrations();
  await reopenMigrations(migrationIds);
  if (pending.length === 0 && (await readMigrationRecords()).length === 0) return recordAllAsDone();
  for (const { id } of pending) {
    const known = migrations.find(one => one.id === id)!;
    await complete(known, (await known.load()).migration, options);
  }
};

/** A fresh database has nothing to migrate. */
const recordAllAsDone = async () => {
  for (const known of migrations)
    await retryWithBackoff(() =>
      migrationRecords.insertUnlessThere(
        { ...newRecord(known), status: 'done', doneTime: Date.now() },
        known.id,
      ),
    );
};

/** Null where another run has made it just now. */
const recordOf = async (known: Migration): Promise<MigrationRecord | null> => {
  try {
    const { id } = known;
    return (
      (await migrationRecords.get(id)) ??
      (await migrationRecords.insertUnlessThere(newRecord(known), id))
    );
  } catch (error) {
    if (!isMissingCollection(error)) throw error;
    throw new Error(
      'The collection `migrations` is not there; a deployment creates the collections before it migrates',
      { cause: error },
    );
  }
};

const newRecord = ({ kind, sentence }: Migration): Omit<MigrationRecord, keyof Stored> => ({
  kind,
  sentence,
  status: 'queued',
  isLive: false,
  at: '',
  seen: 0,
  changed: 0,
  version: manifest.version,
  doneTime: null,
  ...unclaimed,
});

/** What functions store for themselves, which may be there before any data. */
const ownWork = ['rateLimits', 'turns', 'progress'];

const isEmpty = async (): Promise<boolean> => {
  for (const { name } of collections) {
    if (ownWork.includes(name)) continue;
    const first = () => repository(name).find({}, { limit: 1, fields: ['_id'] });
    if ((await retryWithBackoff(() => unlessMissing(first()))).length > 0) return false;
  }
  return true;
};

/** Until the migration is as far as it can be: done where this version is serving, else passed. */
const complete = async (
  known: Migration,
  migration: AnyMigration,
  { log, liveSince }: RunOptions,
): Promise<void> => {
  const { id } = known;
  const isLive = liveSince !== undefined;
  const begun = Date.now();
  if (liveSince !== undefined) await until(liveSince + LONGEST_CALL_MS, id, log);
  let isLogged = false;
  for (;;) {
    const record = await retryWithBackoff(() => recordOf(known));
    if (!record) continue;
    if (record.status === 'done' || (!isLive && hasPassed(record, begun))) return;
    if (record.claimUntil > Date.now()) {
      const seconds = Math.ceil((record.claimUntil - Date.now()) / 1_000);
      if (!isLogged) log(`${id}: waiting for another run of it (${seconds} s if it was killed)`);
      isLogged = true;
      await new Promise(resolve => setTimeout(resolve, WAIT_MS));
      continue;
    }
    const isOld = !isLive && record.updateTime < begun - PASS_COUNTS_MS;
    const mine = await retryWithBackoff(() => take(record));
    if (mine) await goThrough(mine, migration, { isLive, isAnew: isOld, log });
  }
};

const hasPassed = ({ status, isLive, doneTime }: MigrationRecord, begun: number) =>
  isLive || (status === 'passed' && (doneTime ?? 0) > begun - PASS_COUNTS_MS);

const until = async (instant: number, id: string, log: RunOptions['log']) => {
  const ms = instant - Date.now();
  if (ms <= 0) return;
  log(`${id}: waiting ${Math.ceil(ms / 1_000)} s for the last calls of the version before`);
  await new Promise(resolve => setTimeout(resolve, ms));
};

/**
 * Page by page from where the last run stopped; from the beginning where that one came to its end, is from long ago, or
 * began before this version served.
 */
const goThrough = async (
  claimed: MigrationRecord,
  migration: AnyMigration,
  { isLive, isAnew, log }: { isLive: boolean; isAnew: boolean; log: RunOptions['log'] },
): Promise<void> => {
  let record = claimed;
  const advanceBy = async (patch: Partial<MigrationRecord>) => {
    const next = await retryWithBackoff(() => advance(record, patch));
    if (!next) throw new Error(`${record._id}: another run has taken over`);
    record = next;
  };
  try {
    if (isAnew || record.isLive !== isLive || record.doneTime !== null)
      await advanceBy({ isLive, at: '', doneTime: null });
    for (let reportedAt = Date.now(); ;) {
      const started = Date.now();
      const page = await pageAfter(migration, record.at);
      const last = page.at(-1);
      if (!last) break;
      let changed = 0;
      await inParallel(page, async one => {
        if (await applyTo(migration, one)) changed += 1;
      });
      await advanceBy({
        at: last._id,
        seen: record.seen + page.length,
        changed: record.changed + changed,
      });
      if (Date.now() - reportedAt > LOG_EVERY_MS) {
        log(sumOf(record));
        reportedAt = Date.now();
      }
      await rest(started, Infinity);
    }
    const doneTime = Date.now();
    const status = isLive ? 'done' : 'passed';
    await retryWithBackoff(() => giveBack(record, { status, doneTime, version: manifest.version }));
    log(sumOf(record));
  } catch (error) {
    // So that the next run need not wait for the end of this claim.
    await giveBack(record, {}).catch(() => undefined);
    throw error;
  }
};

const sumOf = ({ _id, seen, changed }: MigrationRecord) =>
  `${_id}: ${seen} records looked at, ${changed} changed`;
