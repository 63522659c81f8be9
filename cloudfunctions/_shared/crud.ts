import { codes } from '#contract/envelope.ts';
import { createHash } from 'node:crypto';
import { changeRecord, type Deed, insertRecord, removeRecord } from './changeRecord.ts';
import type { AdminContext } from './dispatcher.ts';
import { ActionError, conflict, invalid, isDuplicate, notFound } from './errors.ts';
import { type FileHolder, filesIn, laidOver, noteUse, setNamingFiles } from './fileUse.ts';
import { listing, type ListingOptions } from './listing.ts';
import { newId, type Query, repository, type Stored } from './repository.ts';

export interface Author {
  adminId: string;
  name: string;
}

export interface AuthoredRecord extends Stored {
  createBy: Author | null;
  updateBy: Author | null;
}

export interface EntityOptions<R> extends ListingOptions<R> {
  /** Singular; names the record in the audit log. */
  resource: string;
  /** Field → sentence, for the unique index that may refuse a write. */
  unique?: Record<string, string>;
  /** Fields derived from others, computed at every write. */
  derive?: (fields: Partial<R>) => Record<string, unknown>;
  /** Fields with file paths; the paths are repeated in `files` (see `fileUse.ts`). */
  fileFields?: readonly (keyof R & string)[];
}

/** List, read, create, update and remove, the same for all entities. Handlers add their own rules. */
export const crud = <R extends AuthoredRecord>(options: EntityOptions<R>) => {
  const records = repository<R>(options.collection);
  const derive = (fields: Partial<R>) => options.derive?.(fields) ?? {};
  const { fileFields = [] } = options;
  const namesFiles = (fields: object) =>
    fileFields.some(field => (fields as Partial<R>)[field] !== undefined);
  /** Computed from the whole record, because changing one picture keeps the others in use. */
  const filesOf = (record: object) =>
    fileFields.length > 0 ? { files: filesIn(record, fileFields) } : {};
  const usedBy = (record: R | null) => (record as FileHolder | null)?.files ?? [];
  const deedOf = (context: AdminContext): Deed => ({ context, resource: options.resource });

  const refuseDuplicate = (error: unknown): never => {
    if (options.unique && isDuplicate(error)) throw invalid(options.unique);
    throw error;
  };

  return {
    records,

    list: listing(options),

    /** @param idemKey the record's id is derived from it, so that a repeated create finds the existing record */
    create: async (
      fields: Omit<R, keyof AuthoredRecord>,
      context: AdminContext,
      idemKey?: string,
    ): Promise<R> => {
      const admin = await context.admin();
      const by = { adminId: admin._id, name: admin.nickName || admin.username };
      const id = idemKey ? idFor(context, admin._id, idemKey) : newId();
      const derived = { ...derive(fields as Partial<R>), ...filesOf(fields) };
      const complete = { ...fields, ...derived, createBy: by, updateBy: by };
      try {
        return await insertRecord(
          records,
          complete as unknown as Omit<R, keyof Stored>,
          id,
          deedOf(context),
          record => noteUse([], usedBy(record)),
        );
      } catch (error) {
        const first = idemKey && isDuplicate(error) ? await records.get(id) : null;
        return first ?? refuseDuplicate(error);
      }
    },

    /**
     * Compare-and-set on `rev`; without one, a single atomic set.
     * @param before the record read beside the session check; the "from" of the audit row
     * @param guard further conditions, e.g. the state that the move starts from
     * @throws 40400, 40901, and 40001 if a unique index refuses
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
        updateBy: { adminId: admin._id, name: admin.nickName || admin.username },
      };
      const deed = deedOf(context);
      const writing = namesFiles(fields)
        ? setNamingFiles(records, before, rev, (from, pinned) => {
            const complete = { ...patch, ...filesOf(laidOver(from, patch)) };
            return changeRecord(records, from, { ...guard, ...pinned }, complete, deed, written =>
              noteUse(usedBy(from), usedBy(written)),
            );
          })
        : changeRecord(
            records,
            before,
            { ...guard, ...(rev !== undefined && { rev }) },
            patch,
            deed,
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
      const removed = await removeRecord(records, before, pinned, deedOf(context), () =>
        noteUse(usedBy(before)),
      );
      return removed ? { _id: id } : records.missed(id);
    },
  };
};

const idFor = (context: AdminContext, adminId: string, idemKey: string) =>
  createHash('sha256')
    .update([context.function, context.action, adminId, idemKey].join('\n'))
    .digest('hex')
    .slice(0, 24);

/** 40904 with the number and kind of the referencing records. */
export const referenced = (message: string, data: { resource: string; count: number }) =>
  new ActionError(codes.referenced, message, data);
