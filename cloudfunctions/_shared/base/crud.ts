import { codes } from '#contract/envelope.ts';
import { actorOf, type Author, authorOf } from './actor.ts';
import type { AuditEntry } from './audit.ts';
import { changeRecord, insertRecord, removeRecord } from './changeRecord.ts';
import type { AdminContext } from './dispatcher.ts';
import { ActionError, conflict, invalid, isDuplicate, notFound } from './errors.ts';
import { type FileHolder, filesIn, noteUse, setNamingFiles } from './fileUse.ts';
import { idFromKey } from './ids.ts';
import { listing, type ListingOptions } from './listing.ts';
import { patched, type Query, repository, type Stored } from './repository.ts';

export interface AuthoredRecord extends Stored {
  createBy: Author | null;
  updateBy: Author | null;
}

export interface EntityOptions<R> extends ListingOptions<R> {
  /** Singular; names the record in the audit log. */
  resource: string;
  /** Field → sentence, for the unique index that may refuse a write. */
  unique?: Record<string, string>;
  /** Fields that follow from others, computed at every write. */
  derive?: (fields: Partial<R>) => Record<string, unknown>;
  /** The fields that name files of ours; what they name is kept in `files` (see `fileUse.ts`). */
  fileFields?: readonly (keyof R & string)[];
}

/** List, read, create, update, remove: what every entity does the same way. Handlers add their own rules. */
export const crud = <R extends AuthoredRecord>(options: EntityOptions<R>) => {
  const records = repository<R>(options.collection);
  const derive = (fields: Partial<R>) => options.derive?.(fields) ?? {};
  const { fileFields = [] } = options;
  const namesFiles = (fields: object) =>
    fileFields.some(field => (fields as Partial<R>)[field] !== undefined);
  /** Of the whole record, because one changed picture leaves the others used. */
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

    list: listing(options),

    /**
     * @param idemKey the record's id is made from it, so that a repeated create finds the first one's record
     */
    create: async (
      fields: Omit<R, keyof AuthoredRecord>,
      context: AdminContext,
      idemKey?: string,
    ): Promise<R> => {
      const admin = await context.admin();
      const by = authorOf(admin);
      const id = idFromKey(idemKey, [context.function, context.action, admin._id]);
      const derived = { ...derive(fields as Partial<R>), ...filesOf(fields) };
      const complete = { ...fields, ...derived, createBy: by, updateBy: by };
      try {
        return await insertRecord(
          records,
          complete as unknown as Omit<R, keyof Stored>,
          id,
          await entryOf(context),
          record => noteUse([], usedBy(record)),
        );
      } catch (error) {
        const first = idemKey && isDuplicate(error) ? await records.get(id) : null;
        return first ?? refuseDuplicate(error);
      }
    },

    /**
     * Compare-and-set on `rev`; without one, a single atomic set.
     * @param before the record as read beside the session check; the audit's "from"
     * @param guard what else must still hold, e.g. the state it leaves
     * @throws 40400, 40901, and 40001 where a unique index refuses
     */
    update: async (
      id: string,
      rev: number | undefined,
      fields: Partial<Omit<R, keyof AuthoredRecord>>,
      context: AdminContext,
      before: R | null,
      guard: Query = {},
    ): Promise<R> => {
      if (!before) throw notFound();
      if (rev !== undefined && before.rev !== rev) throw conflict(before);
      const admin = await context.admin();
      const patch = {
        ...fields,
        ...derive(fields as Partial<R>),
        updateBy: authorOf(admin),
      };
      const entry = await entryOf(context);
      const writing = namesFiles(fields)
        ? setNamingFiles(records, before, rev, (from, pinned) => {
            const complete = { ...patch, ...filesOf(patched(from, patch)) };
            return changeRecord(records, from, { ...guard, ...pinned }, complete, entry, written =>
              noteUse(usedBy(from), usedBy(written)),
            );
          })
        : changeRecord(
            records,
            before,
            { ...guard, ...(rev !== undefined && { rev }) },
            patch,
            entry,
          );
      return (await writing.catch(refuseDuplicate)) ?? records.missed(id);
    },

    /** @throws 40400, 40901 */
    remove: async (
      id: string,
      rev: number | undefined,
      context: AdminContext,
      before: R | null,
      guard: Query = {},
    ): Promise<{ _id: string }> => {
      if (!before) throw notFound();
      if (rev !== undefined && before.rev !== rev) throw conflict(before);
      const pinned = { ...guard, ...(rev !== undefined && { rev }) };
      const removed = await removeRecord(records, before, pinned, await entryOf(context), () =>
        noteUse(usedBy(before)),
      );
      return removed ? { _id: id } : records.missed(id);
    },
  };
};

/** 40904 with how many records stand in the way, and of what kind. */
export const referenced = (message: string, data: { resource: string; count: number }) =>
  new ActionError(codes.referenced, message, data);
