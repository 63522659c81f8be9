import type { Stored } from '#cloudfunctions/_shared/base/repository.ts';
import type { CollectionName } from '#contract/collections.ts';

/** What is known of a migration without loading it; see docs/migrations.md. */
export type Migration = KnownMigration &
  (
    | { kind: 'adds' }
    | {
        kind: 'removes';
        /** The migration that fills in what takes its place. Functions that know it must be serving. */
        replacedBy: string;
      }
  );

interface KnownMigration {
  /** The name of its file: a number of four digits and what it is about. */
  id: string;
  /**
   * `adds`: the functions of the version before understand what it leaves. `removes`: only they do, not those of
   * versions before them, so nothing is rolled back across it.
   */
  kind: 'adds' | 'removes';
  /** What it does to stored data, for the plan of a deployment. */
  sentence: string;
  load(): Promise<{ migration: AnyMigration }>;
}

/** A migration whichever kind of record it is of. */
export interface AnyMigration {
  collection: CollectionName;
  fields: readonly string[];
  pageSize?: number;
  change(record: never): object | null;
}

/** Fields with their new values; `undefined` removes a field. */
export type Patch<R> = { [F in Exclude<keyof R, keyof Stored>]?: R[F] | undefined };

/** One collection, record by record, in the order of their ids. */
export interface RecordMigration<R extends Stored> extends AnyMigration {
  /** What `change` reads; nothing else of a record is fetched. */
  fields: readonly (keyof R & string)[];
  /** Records fetched at once, 100 by default: fewer where each is large. */
  pageSize?: number;
  /**
   * What is to be changed in a record; null for one that is as it should be, so that a second run changes nothing.
   * It may be called several times for the same record and depends on nothing else.
   */
  change(record: R): Patch<R> | null;
}
