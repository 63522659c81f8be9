import { gramsOf } from '#cloudfunctions/_shared/base/searchTerms.ts';
import { type ActionNames, blankOf, normOf, searchedFields } from '#contract/entity.ts';
import type { z } from '#contract/zod.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Midnight of the day, of Greenwich. */
export const startOfDay = (time: number) => time - (time % DAY);

/** Who has made nearly everything: the first administrator. */
export const demoAuthor = { adminId: 'first_admin', name: '管理员' };
/** As records of jobs name their administrator. */
export const ofAuthor = { adminId: demoAuthor.adminId, adminName: demoAuthor.name };

/** `tpl_0007` */
export const numbered = (prefix: string, at: number) => `${prefix}_${String(at).padStart(4, '0')}`;

/** What every record has beside its id. */
export const stamped = (createTime: number, updateTime = createTime) => ({
  rev: 1,
  createTime,
  updateTime,
});

/** An entity, or another kind of record. */
interface Kind<S extends z.ZodObject> {
  record: S;
  defaults?: object;
  search?: unknown;
  uniqueName?: string | undefined;
}

/** A record of which its kind declares the most: what is given is only what it does not say. */
export const recordOf = <S extends z.ZodObject, F extends { _id: string; createTime: number }>(
  { record, defaults, search, uniqueName }: Kind<S>,
  fields: Partial<z.output<S>> & F,
): z.output<S> & F => {
  const { shape } = record as z.ZodObject;
  const searched = searchedFields(search as never);
  const texts = searched.flatMap(name => (fields as Record<string, string>)[name] ?? []);
  const authors = ['createBy', 'updateBy'].filter(name => name in shape);
  return {
    ...defaults,
    ...blankOf(shape),
    ...stamped(fields.createTime),
    ...Object.fromEntries(authors.map(name => [name, demoAuthor])),
    ...(texts.length > 0 && { grams: gramsOf(...texts) }),
    ...normOf({ uniqueName }, fields),
    ...fields,
  } as unknown as z.output<S> & F;
};

/** The records that the examples of an entity name, as the one that makes a record: of entities without demo data. */
export const exampleRecords = (
  one: Kind<z.ZodObject> & { names: ActionNames },
  createTime: number,
): object[] => {
  const { get, update, delete: remove, create } = one.names;
  const ids = [get, update, remove].map(
    named => named && (named.example as Record<string, string>)[named.id],
  );
  return [...new Set(ids)].flatMap(_id =>
    _id && create ? [recordOf(one, { ...create.example, _id, createTime })] : [],
  );
};
