import type { CollectionName } from '#contract/collections.ts';
import {
  type ActionNames,
  type Declaration,
  type EntityActions,
  type EntityOf,
  normOf,
  type RecordOf,
  searchedFields,
} from '#contract/entity.ts';
import { codes } from '#contract/envelope.ts';
import type { z } from '#contract/zod.ts';
import { actorOf, type Author, authorOf } from './actor.ts';
import type { AuditEntry } from './audit.ts';
import { changeRecord, existing, insertRecord, removeRecord } from './changeRecord.ts';
import { _ } from './cloud.ts';
import { type AdminContext, type Handler, withLoad } from './dispatcher.ts';
import { markDue } from './due.ts';
import { ActionError, invalid, isDuplicate } from './errors.ts';
import { type FileHolder, filesIn, noteUse, setNamingFiles } from './fileUse.ts';
import { idFromKey } from './ids.ts';
import type { JobName } from './jobs.ts';
import { listOf, type ListRequest, type Search } from './listing.ts';
import { intended, type Keyed, once, scopeOf } from './repeats.ts';
import { patched, type Query, repository, type Stored } from './repository.ts';
import { searchTerms } from './search.ts';
import { sorting } from './sorting.ts';

export interface AuthoredRecord extends Stored {
  createBy: Author | null;
  updateBy: Author | null;
}

export interface WritingOptions<R> {
  collection: CollectionName;
  /** Singular; names the record in the audit log. */
  resource: string;
  /** Field → sentence, for the unique index that may refuse a write. */
  unique?: Record<string, string> | undefined;
  /** Fields derived from others, computed at every write; `before` is null for a new record. */
  derive?: ((fields: Partial<R>, before: R | null) => Record<string, unknown>) | undefined;
  /** Fields with file paths; the paths are repeated in `files` (see `fileUse.ts`). */
  fileFields?: readonly string[];
  /** Works on a new record at once. */
  job?: JobName;
  /** What follows from a change, e.g. that a job has something to do. */
  beside?: ((changed: R, patch: Partial<R>) => Promise<unknown>) | undefined;
}

/** Create, update, remove: what every record that administrators write has in common. */
export const writing = <R extends AuthoredRecord>(options: WritingOptions<R>) => {
  const records = repository<R>(options.collection);
  const derive = (fields: Partial<R>, before: R | null) => options.derive?.(fields, before) ?? {};
  const { fileFields = [] } = options;
  const namesFiles = (fields: object) =>
    fileFields.some(field => (fields as Record<string, unknown>)[field] !== undefined);
  /** Computed from the whole record, because changing one picture keeps the others in use. */
  const filesOf = (record: object) =>
    fileFields.length > 0 ? { files: filesIn(record, fileFields) } : {};
  const usedBy = (record: R | null) => (record as FileHolder | null)?.files ?? [];
  const entryOf = async (context: AdminContext): Promise<AuditEntry> => ({
    by: await actorOf(context),
    resource: options.resource,
  });

  const refuseDuplicate = (error: unknown): never => {
    if (options.unique && isDuplicate(error)) throw invalid(options.unique);
    throw error;
  };

  return {
    records,

    /**
     * @param request the call's input: the record's id is made from its key, so that a repeated create finds the first
     * one's record
     * @throws 40903 where the first one asked for something else
     */
    create: async (
      fields: Omit<R, keyof AuthoredRecord> & Record<string, unknown>,
      context: AdminContext,
      request: Keyed = {},
    ): Promise<R> => {
      const admin = await context.admin();
      const by = authorOf(admin);
      const id = idFromKey(request.idemKey, scopeOf(context, admin._id));
      const derived = { ...derive(fields as Partial<R>, null), ...filesOf(fields) };
      const complete = {
        ...fields,
        ...derived,
        ...intended(request),
        createBy: by,
        updateBy: by,
      };
      const stored = complete as unknown as Omit<R, keyof Stored>;
      const entry = await entryOf(context);
      const beside = (record: R) =>
        Promise.all([noteUse([], usedBy(record)), options.job && markDue(options.job)]);
      return once(
        request,
        () => insertRecord(records, stored, id, entry, beside),
        () => records.get(id),
      ).catch(refuseDuplicate);
    },

    /**
     * Compare-and-set on `rev`; without one, a single atomic set.
     * @param seen the record as read beside the session check; the audit's "from"
     * @param guard what else must still hold, e.g. the state it leaves
     * @throws 40400, 40901, and 40001 where a unique index refuses
     */
    update: async (
      id: string,
      rev: number | undefined,
      fields: Partial<Omit<R, keyof AuthoredRecord>>,
      context: AdminContext,
      seen: R | null,
      guard: Query = {},
    ): Promise<R> => {
      const before = existing(seen, rev);
      const patch = { ...fields, ...derive(fields as Partial<R>, before) };
      const entry = await entryOf(context);
      const beside = async (written: R) => options.beside?.(written, fields as Partial<R>);
      const writing = namesFiles(fields)
        ? setNamingFiles(records, before, rev, (from, pinned) => {
            const complete = { ...patch, ...filesOf(patched(from, patch)) };
            return changeRecord(records, from, { ...guard, ...pinned }, complete, entry, written =>
              Promise.all([noteUse(usedBy(from), usedBy(written)), beside(written)]),
            );
          })
        : changeRecord(
            records,
            before,
            { ...guard, ...(rev !== undefined && { rev }) },
            patch,
            entry,
            beside,
          );
      return (await writing.catch(refuseDuplicate)) ?? records.missed(id);
    },

    /** @throws 40400, 40901 */
    remove: async (
      id: string,
      rev: number | undefined,
      context: AdminContext,
      seen: R | null,
      guard: Query = {},
    ): Promise<{ _id: string }> => {
      const before = existing(seen, rev);
      const pinned = { ...guard, ...(rev !== undefined && { rev }) };
      const removed = await removeRecord(records, before, pinned, await entryOf(context), () =>
        noteUse(usedBy(before)),
      );
      return removed ? { _id: id } : records.missed(id);
    },
  };
};

/** Who still names a record: how many of which kind, and the sentence that refuses its removal. */
interface Use {
  resource: string;
  count: number;
  message: string;
}

/** What is particular to one entity. */
export interface Rules<R> extends Pick<WritingOptions<R>, 'unique' | 'derive' | 'beside'> {
  /** What a new record holds besides its fields and the defaults of the others. */
  initial?: Partial<R>;
  /**
   * Asked while the record itself is read; throws what stands in the way of writing these fields. A record that is
   * being created has neither id nor reading.
   */
  check?: (
    fields: Partial<R>,
    of: { id?: string; reading?: Promise<R | null> },
  ) => Promise<unknown>;
  /** What is written for these fields; throws where they do not fit the record. `before` is null for a new one. */
  complete?: (fields: Partial<R>, before: R | null) => Partial<R> | Promise<Partial<R>>;
  /** What the list's `q` finds, where that is more than the declared fields. */
  finds?: Search;
  /** Who may still name it; any one refuses its removal. */
  uses?: (id: string, reading: Promise<R | null>) => Promise<Use[]>;
}

type Data = Record<string, unknown>;

type EntityHandlers<D extends Declaration> = {
  [A in keyof EntityActions<D>]: EntityActions<D>[A] extends {
    input: infer I extends z.ZodType;
    output: infer O extends z.ZodType;
  }
    ? Handler<z.output<I>, z.input<O>>
    : never;
};

/**
 * The handlers of the actions that an entity's declaration names, beside the pieces they are made of. A function
 * spreads them and replaces those that do more.
 */
export const crud = <D extends Declaration>(
  entity: EntityOf<D>,
  rules: Rules<RecordOf<EntityOf<D>>> = {},
) => {
  type R = RecordOf<EntityOf<D>> & AuthoredRecord;
  const { kind } = entity;
  const names: ActionNames = entity.names;
  const searched = searchedFields(entity.search as Declaration['search']);
  const { initial, check, complete = fields => fields, uses, finds } = rules as Rules<R>;
  const collection = entity.collection as CollectionName;
  const written = writing<R>({
    collection,
    resource: kind,
    unique: rules.unique,
    beside: rules.beside as WritingOptions<R>['beside'],
    derive: (fields, before) => ({
      ...searchTerms(searched, fields, before),
      ...normOf(entity as Pick<Declaration, 'uniqueName'>, fields),
      ...(rules.derive as Rules<R>['derive'])?.(fields, before),
    }),
    fileFields: entity.pictures,
  });
  const { records, create, update, remove } = written;
  const list = listOf<R>({ ...entity, search: entity.search as Declaration['search'], finds });
  /** Values that a new record starts with; those of what may be written first. */
  const first = {
    ...defaultsIn(entity.also as z.ZodRawShape),
    ...(entity.defaults as object),
    ...(initial as object | undefined),
  };

  interface Change {
    id: string;
    rev: number | undefined;
    fields: Partial<R>;
  }
  const idOf = (named: { id: string } | undefined, data: Data) => String(data[named?.id ?? 'id']);
  /** The changes stand beside the id, or all of them in the key `within`. */
  const readChange =
    (named: { id: string; within?: string } | undefined) =>
    (data: Data): Change => {
      const { [named?.id ?? 'id']: id, ...beside } = data;
      const { rev, ...fields } = named?.within ? (data[named.within] as Data) : beside;
      return { id: String(id), rev: rev as number | undefined, fields: fields as Partial<R> };
    };
  const readField = (data: Data): Change => ({
    id: idOf(names.setField, data),
    rev: data['rev'] as number | undefined,
    fields: { [String(data['field'])]: data['value'] } as Partial<R>,
  });
  const updating = (read: (data: Data) => Change) =>
    withLoad(
      async (data: Data) => {
        const { id, fields } = read(data);
        const reading = records.get(id);
        const [before] = await Promise.all([
          reading,
          check?.(fields, { id, reading }).catch((error: unknown) => {
            throw read === readField ? besideValue(error, String(data['field'])) : error;
          }),
        ]);
        return before;
      },
      async (data, context, before) => {
        const { id, rev, fields } = read(data);
        return update(id, rev, await complete(fields, before), context, before);
      },
    );

  const handlers: Record<string, Handler<never, unknown>> = {};
  const add = <I>(named: { name: string } | undefined, handler: Handler<I, unknown>) => {
    if (named) handlers[named.name] = handler as Handler<never, unknown>;
  };
  add(names.list, (request: ListRequest) => list(request));
  add(names.get, (data: Data) => records.require(idOf(names.get, data)));
  /** In the order of the request; missing ones are left out. */
  add(names.getMany, async ({ ids }: { ids: string[] }) => {
    const found = ids.length > 0 ? await records.find({ _id: _.in(ids) }) : [];
    const byId = new Map(found.map(record => [record._id, record]));
    return { list: [...new Set(ids)].flatMap(id => byId.get(id) ?? []) };
  });
  add(
    names.create,
    withLoad(
      async ({ idemKey: _idemKey, ...fields }: Data) => check?.(fields as Partial<R>, {}),
      async (request, context) => {
        const { idemKey: _idemKey, ...fields } = request;
        return create(
          { ...first, ...(await complete(fields as Partial<R>, null)) } as R,
          context,
          request,
        );
      },
    ),
  );
  add(names.update, updating(readChange(names.update)));
  add(
    names.delete,
    withLoad(
      (data: Data) => {
        const id = idOf(names.delete, data);
        const reading = records.get(id);
        return Promise.all([reading, uses?.(id, reading) ?? []]);
      },
      async (data, context, [before, found]) => {
        const use = before && found.find(({ count }) => count > 0);
        if (use) throw referenced(use.message, { resource: use.resource, count: use.count });
        return remove(idOf(names.delete, data), data['rev'] as number | undefined, context, before);
      },
    ),
  );
  add(names.setField, updating(readField));
  add(names.setRecommend, updating(readChange(names.setRecommend)));
  add(names.setStatus, updating(readChange(names.setStatus)));
  add(names.setOrder, sorting(records as never, kind));

  return { ...written, list, first, handlers: handlers as unknown as EntityHandlers<D> };
};

/** The values that a schema gives to what is absent. */
const defaultsIn = (shape: z.ZodRawShape): object =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) => {
      const given = (schema as z.ZodType).safeParse(undefined);
      return given.success && given.data !== undefined ? [[name, given.data]] : [];
    }),
  );

/** What is wrong with one field, where the call names its value `value`. */
const besideValue = (error: unknown, field: string): unknown => {
  const fields =
    error instanceof ActionError
      ? (error.data as { fields?: Record<string, string> } | null)?.fields
      : null;
  return fields?.[field] ? invalid({ value: fields[field] }) : error;
};

/** 40904 with the number and kind of the referencing records. */
export const referenced = (message: string, data: { resource: string; count: number }) =>
  new ActionError(codes.referenced, message, data);
