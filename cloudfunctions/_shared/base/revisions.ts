import { isDeepStrictEqual } from 'node:util';
import { updateInput } from '#contract/action.ts';
import type { AuditLog } from '#contract/auditLog.ts';
import type { CollectionName } from '#contract/collections.ts';
import type { Field } from '#contract/field.ts';
import type { RevisionChanges } from '#contract/revision.ts';
import { revisionSentences } from '#contract/sentences/calls.ts';
import type { z } from '#contract/zod.ts';
import { _ } from './cloud.ts';
import type { AuthoredRecord } from './crud.ts';
import type { AdminContext } from './dispatcher.ts';
import { conflict, notFound, stateNotAllowed } from './errors.ts';
import { fileIdOf } from './fileUse.ts';
import { collectionOf } from './fromEntities.ts';
import { listing } from './listing.ts';
import { repository, sortedBy, type Stored } from './repository.ts';

/** What of an entity's declaration its history needs. */
interface Kept {
  kind: string;
  collection: string;
  fields: Record<string, Field>;
  inputs: z.ZodRawShape;
  defaults: object;
}

/** The record as one action of its history left it. */
interface Wish {
  id: string;
  logId: string;
  /** 40901 if the record is no longer at this version. */
  rev?: number | undefined;
}

type Values = Record<string, unknown>;
type Change = Pick<AuditLog, '_id' | 'diff' | 'result' | keyof Stored>;

export interface RevisionRules<R> {
  /** Writable fields that a restored version leaves as they are. */
  except?: readonly (keyof R & string)[];
  /** What follows from these values, shown before they are restored. */
  consequences?: (
    record: R,
    values: Partial<R>,
  ) => Promise<Partial<Pick<RevisionChanges, 'warning' | 'refusal'>>>;
  /** Writes the values as a change of this version of the record, with all that follows from it. */
  write: (record: R, values: Partial<R>, context: AdminContext) => Promise<R>;
}

const auditLogs = repository<Change>('auditLogs');
const listLogs = listing<AuditLog>({ collection: 'auditLogs' });
const PAGE = 100;

const named = (value: unknown): string[] =>
  [value].flat().filter((name): name is string => typeof name === 'string' && name !== '');

/** The change and what came after it, newest first; null when the record's history has no such change. */
const changesSince = async (
  resource: string,
  resourceId: string,
  logId: string,
): Promise<Change[] | null> => {
  const since: Change[] = [];
  for (;;) {
    const page = await auditLogs.find(
      { resource, resourceId },
      {
        sort: sortedBy('desc', 'createTime', '_id'),
        skip: since.length,
        limit: PAGE,
        fields: ['_id', 'diff', 'result'],
      },
    );
    const at = page.findIndex(({ _id }) => _id === logId);
    since.push(...page.slice(0, at < 0 ? PAGE : at + 1));
    if (at >= 0) return page[at]?.result === 'fail' ? null : since;
    if (page.length < PAGE) return null;
  }
};

interface Place {
  collection: CollectionName;
  /** What the field's values are there. */
  key: '_id' | 'fileId';
  keyOf: (name: string) => string;
  /** What may be chosen there. */
  query?: object;
}

/** Where the records and files are that a field names. */
const placeOf = ({ kind, about }: Field): Place | undefined => {
  if (kind === 'picture') return { collection: 'files', key: '_id', keyOf: fileIdOf };
  if (kind === 'video') {
    const query = { status: _.neq('deleting') };
    return { collection: 'videos', key: 'fileId', keyOf: name => name, query };
  }
  const collection = kind === 'reference' && collectionOf[about.resource ?? ''];
  return collection ? { collection, key: '_id', keyOf: name => name } : undefined;
};

/**
 * The earlier versions of an entity's records. They are not stored by themselves: each follows from the record and the
 * differences in its audit log, so there are as many as the log keeps.
 */
export const revisionsOf = <R extends AuthoredRecord>(entity: Kept, rules: RevisionRules<R>) => {
  const records = repository<R>(entity.collection as CollectionName);
  const { except = [], consequences, write } = rules;
  const writable = Object.keys(entity.inputs).filter(field => !except.includes(field as never));
  const blank = (field: string): unknown => (entity.defaults as Values)[field] ?? null;
  const now = (record: R, field: string): unknown => (record as Values)[field] ?? blank(field);

  /**
   * What was otherwise just after the last of these changes. The change itself says what it left; of every other field,
   * the first change after it says what it found.
   */
  const changedBack = (record: R, since: Change[]): Values => {
    const then = new Map<string, unknown>();
    for (const { diff, result } of since.slice(0, -1))
      if (result !== 'fail') for (const { path, from } of diff) then.set(path, from);
    for (const { path, to } of since.at(-1)?.diff ?? []) then.set(path, to);
    return Object.fromEntries(
      writable
        .filter(field => then.has(field))
        .map(field => [field, then.get(field) ?? blank(field)] as const)
        .filter(([field, value]) => !isDeepStrictEqual(value, now(record, field))),
    );
  };

  /** References to deleted records are left out; for a missing picture the current one is kept. */
  const withoutGone = async (record: R, values: Values) => {
    const kept = { ...values };
    const gone: string[] = [];
    await Promise.all(
      Object.keys(values).map(async field => {
        const place = entity.fields[field] && placeOf(entity.fields[field]);
        if (!place) return;
        const present = named((record as Values)[field]);
        const asked = named(values[field]).filter(name => !present.includes(name));
        if (asked.length === 0) return;
        const { key, keyOf } = place;
        const found = await repository<Stored & { fileId: string }>(place.collection).find(
          { ...place.query, [key]: _.in(asked.map(keyOf)) },
          { limit: asked.length, fields: [key] },
        );
        const missing = asked.filter(name => !found.some(one => one[key] === keyOf(name)));
        if (missing.length === 0) return;
        gone.push(field);
        const left = named(values[field]).filter(name => !missing.includes(name));
        if (Array.isArray(values[field]) && !isDeepStrictEqual(left, (record as Values)[field]))
          kept[field] = left;
        else delete kept[field];
      }),
    );
    return { values: kept, gone: writable.filter(field => gone.includes(field)) };
  };

  /** The current record and the values to be restored. */
  const load = async ({ id, logId }: Wish) => {
    const [record, since] = await Promise.all([
      records.get(id),
      changesSince(entity.kind, id, logId),
    ]);
    if (!record || !since) throw notFound();
    return { record, ...(await withoutGone(record, changedBack(record, since))) };
  };
  type Loaded = Awaited<ReturnType<typeof load>>;

  const consequencesOf = async (record: R, values: Values) => ({
    warning: '',
    refusal: '',
    ...(await consequences?.(record, values as Partial<R>)),
  });

  return {
    list: ({ id, ...page }: { id: string; page: number; pageSize: number }) =>
      listLogs({ ...page, filter: { resource: entity.kind, resourceId: id } }),

    load,

    changes: async ({ record, values, gone }: Loaded): Promise<RevisionChanges> => ({
      rev: record.rev,
      changes: writable
        .filter(field => field in values)
        .map(path => ({ path, from: now(record, path), to: values[path] })),
      gone,
      ...(await consequencesOf(record, values)),
    }),

    /** Stores a new version by today's rules; without differences nothing is written. */
    restore: async (
      { rev }: Wish,
      context: AdminContext,
      { record, values }: Loaded,
    ): Promise<R> => {
      if (rev !== undefined && rev !== record.rev) throw conflict(record);
      if (Object.keys(values).length === 0) return record;
      const fields = updateInput(entity.inputs).safeParse(values);
      if (!fields.success) throw stateNotAllowed(revisionSentences.unfit);
      const { refusal } = await consequencesOf(record, values);
      if (refusal) throw stateNotAllowed(refusal);
      return write(record, fields.data as Partial<R>, context);
    },
  };
};
