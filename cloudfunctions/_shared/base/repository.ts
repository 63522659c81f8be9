import { randomBytes } from 'node:crypto';
import type { CollectionName } from '#contract/collections.ts';
import { MAX_SUMMED, MAX_TOTAL, TRANSACTION_RETRIES } from '#contract/constants.ts';
import { _, db } from './cloud.ts';
import { conflict, isDuplicate, isTransactionConflict, notFound } from './errors.ts';

/** The fields of every stored record. */
export interface Stored {
  _id: string;
  rev: number;
  createTime: number;
  updateTime: number;
}

/** A record with its id, before it is stored. */
export type New<R extends Stored> = Omit<R, Exclude<keyof Stored, '_id'>>;

/** Scalars, arrays of scalars and database commands; never an object from a client. */
export type Query = Record<string, unknown>;

/** How many match `query`, counted up to `most`. */
export interface Counted {
  query: Query;
  most?: number;
}

export interface FindOptions {
  sort?: [field: string, order: 'asc' | 'desc'][];
  skip?: number;
  limit?: number;
  /** Only these fields. */
  fields?: string[];
  /** All but these paths. */
  without?: readonly string[];
}

/** By each of these fields in turn. */
export const sortedBy = (order: 'asc' | 'desc', ...fields: string[]) =>
  fields.map((field): [string, typeof order] => [field, order]);

/** The records of `from` whose `foreignField` equals the record's `localField`, which must be indexed there. */
export interface Join {
  from: CollectionName;
  /** The earlier join whose records are joined; absent for the queried records themselves. */
  of?: string;
  localField: string;
  foreignField: string;
}

/** A record without the audit rows it carries (see `changeRecord.ts`); null if one of them marks it as removed. */
export const visible = <R extends object>(record: R | null | undefined): R | null => {
  if (!record || !('unaudited' in record)) return record ?? null;
  const { unaudited, ...rest } = record as { unaudited: { remove?: boolean }[] };
  return unaudited.some(({ remove }) => remove) ? null : (rest as R);
};

export const idsOf = (records: { _id: string }[]) => records.map(({ _id }) => _id);

export const newId = () => randomBytes(12).toString('hex');

/**
 * The SDK drops a condition that is `undefined`, which turns "this record" into "every record" (`where({_id:
 * undefined})` matches all). So an undefined condition throws.
 */
const complete = (query: Query): Query => {
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined) throw new TypeError(`query.${key} is undefined`);
  }
  return query;
};

/** Everything is counted on the index of ids, not by reading records. */
const indexed = (query: Query): Query =>
  Object.keys(query).length === 0 ? everything : complete(query);
const everything: Query = { _id: _.gte('') };

/** The SDK merges nested objects field by field; this makes it replace the field as a whole. */
export const replacing = (patch: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(patch)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, isPlainObject(value) ? _.set(value) : value]),
  );

/** The record after the patch; undefined fields keep their value. */
export const patched = <R extends object, P extends object>(record: R, patch: P) =>
  ({
    ...record,
    ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)),
  }) as R & P;

export const stampNew = <F extends object>(fields: F, _id: string, now: number) => ({
  ...fields,
  _id,
  rev: 1,
  createTime: now,
  updateTime: now,
});

/** The next version, whichever this one is. */
export const stampChange = (patch: Record<string, unknown>, now: number) => ({
  ...replacing(patch),
  rev: _.inc(1),
  updateTime: now,
});

export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Milliseconds; before the second, third and fourth attempt, each shortened by chance. */
const BACK_OFF_MS = [0, 40, 160, 480];

/** Those who met would meet again if they tried again at once. @param attempt 0 for the first */
export const backOff = async (attempt: number): Promise<void> => {
  const ms = (BACK_OFF_MS[attempt] ?? 0) * (0.25 + 0.75 * Math.random());
  if (ms > 0) await new Promise(resolve => setTimeout(resolve, ms));
};

/** A single write that meets a transaction is tried again as often as a transaction is. */
const written = async <T>(write: () => Promise<unknown>, attempt = 0): Promise<T> => {
  await backOff(attempt);
  try {
    return (await write()) as T;
  } catch (error) {
    if (!isTransactionConflict(error) || attempt === TRANSACTION_RETRIES) throw error;
    return written(write, attempt + 1);
  }
};

/** Without a limit the platform answers 20. */
const MOST_GROUPS = 1_000;

/**
 * The only access to a collection. Single records are addressed by id; the only conditional writes are `compareAndSet`
 * and `remove`, which include the id and say whether they matched.
 */
export const repository = <R extends Stored>(name: CollectionName) => {
  const collection = () => db.collection(name);

  const get = async (id: string): Promise<R | null> => {
    const { data } = (await collection().doc(id).get()) as { data: R[] };
    return visible(data[0]);
  };

  const read = async (
    query: Query,
    { sort = [], skip = 0, limit = 100, fields, without = [] }: FindOptions,
  ): Promise<R[]> => {
    let cursor = collection().where(complete(query));
    for (const [field, order] of sort) cursor = cursor.orderBy(field, order);
    if (skip > 0) cursor = cursor.skip(skip);
    if (fields) cursor = cursor.field(Object.fromEntries(fields.map(field => [field, true])));
    else if (without.length > 0)
      cursor = cursor.field(Object.fromEntries(without.map(path => [path, false])));
    const { data } = (await cursor.limit(limit).get()) as { data: R[] };
    return data;
  };

  const compareAndSetWhole = async (
    id: string,
    guard: Query,
    patch: Record<string, unknown>,
  ): Promise<R | null> => {
    const { updated, doc } = await written<{ updated: number; doc: R | null }>(() =>
      collection()
        .where(complete({ ...guard, _id: id }))
        .updateAndReturn(stampChange(patch, Date.now())),
    );
    return updated === 1 ? doc : null;
  };

  const compareAndSet = async (
    id: string,
    guard: Query,
    patch: Record<string, unknown>,
  ): Promise<R | null> => visible(await compareAndSetWhole(id, guard, patch));

  /** Throws if a unique index refuses; see `isDuplicate`. */
  const insert = async (fields: Omit<R, keyof Stored>, id: string = newId()): Promise<R> => {
    const record = stampNew(fields, id, Date.now()) as R;
    await written(() => collection().add(record as never));
    return visible(record) ?? record;
  };

  return {
    name,
    get,

    /** @throws 40400 */
    require: async (id: string): Promise<R> => {
      const found = await get(id);
      if (!found) throw notFound();
      return found;
    },

    find: async (query: Query, options: FindOptions = {}): Promise<R[]> => {
      const data = await read(query, options);
      return options.fields?.includes('unaudited')
        ? data
        : data.flatMap(record => visible(record) ?? []);
    },

    /** The same; `last` is the last of the page if there are more behind it, also if it is not answered itself. */
    findPage: async (query: Query, options: FindOptions & { limit: number }) => {
      const { limit } = options;
      const data = await read(query, { ...options, limit: limit + 1 });
      const page = data.slice(0, limit);
      return {
        list: page.flatMap(record => visible(record) ?? []),
        last: data.length > limit ? page.at(-1)! : null,
      };
    },

    /**
     * How many match; `most` + 1 where there are more, because the database walks each one that it counts.
     * Never inside a transaction.
     */
    count: async (query: Query, most = MAX_TOTAL): Promise<number> => {
      const { data } = (await collection()
        .aggregate()
        .match(indexed(query))
        .limit(most + 1)
        .count('count')
        .end()) as { data: { count: number }[] };
      return data[0]?.count ?? 0;
    },

    /** How many match, each of them walked: only for callers that ask for it. */
    countAll: async (query: Query): Promise<number> => {
      const { total } = (await collection().where(complete(query)).count()) as { total: number };
      return total;
    },

    /** The same of several queries, by name: one request. */
    counts: async <K extends string>(queries: Record<K, Counted>): Promise<Record<K, number>> => {
      const names = Object.keys(queries) as K[];
      let pipeline = collection().aggregate().match(everything).limit(1);
      names.forEach((key, at) => {
        const { query, most = MAX_TOTAL } = queries[key];
        const counting = _.aggregate
          .pipeline()
          .match(indexed(query))
          .limit(most + 1)
          .count('count')
          .done();
        pipeline = pipeline.lookup({ from: name, pipeline: counting, as: `count${at}` });
      });
      const shown = Object.fromEntries(names.map((_key, at) => [`count${at}`, 1]));
      const { data } = (await pipeline.project({ ...shown, _id: 0 }).end()) as {
        data: Record<string, { count: number }[]>[];
      };
      const counted = names.map((key, at) => [key, data[0]?.[`count${at}`]?.[0]?.count ?? 0]);
      return Object.fromEntries(counted) as Record<K, number>;
    },

    /**
     * A record and those of other collections that belong to it: one query. Never inside a transaction.
     * @param joins by the name that they get in the answer
     */
    getWith: async <J extends Record<string, Stored>>(
      id: string,
      joins: { [K in keyof J]: Join },
    ): Promise<{ record: R; joined: { [K in keyof J]: J[K][] } } | null> => {
      const names = Object.keys(joins) as (keyof J & string)[];
      let pipeline = collection().aggregate().match({ _id: id }).limit(1);
      for (const name of names) {
        const { of, localField, ...join } = joins[name];
        const local = of ? `joined_${of}.${localField}` : localField;
        pipeline = pipeline.lookup({ ...join, localField: local, as: `joined_${name}` });
      }
      const { data } = (await pipeline.end()) as { data: Record<string, unknown>[] };
      if (!data[0]) return null;
      const isJoined = (key: string) => key.startsWith('joined_');
      const own = Object.entries(data[0]).filter(([key]) => !isJoined(key));
      const record = visible(Object.fromEntries(own) as unknown as R);
      const others = names.map(name => [
        name,
        (data[0]![`joined_${name}`] as Stored[]).flatMap(other => visible(other) ?? []),
      ]);
      return record && { record, joined: Object.fromEntries(others) as never };
    },

    /**
     * How many match and the sums of number fields over them, for each value of `by`; for null, over all in one group.
     * Values without a match have no group. One pipeline; never inside a transaction.
     * @param most of the records are looked at: where the counts together are more than that, sums are not of all
     */
    sums: async <F extends keyof R & string>(
      query: Query,
      fields: readonly F[],
      by: (keyof R & string) | null,
      most = MAX_SUMMED,
    ): Promise<{ value: unknown; count: number; sums: Record<F, number> }[]> => {
      const { sum } = _.aggregate;
      const group = Object.fromEntries(fields.map(field => [field, sum(`$${field}`)]));
      const { data } = (await collection()
        .aggregate()
        .match(complete(query))
        .limit(most + 1)
        .group({ ...group, _id: by && `$${by}`, count: sum(1) })
        .limit(MOST_GROUPS)
        .end()) as { data: ({ _id: unknown; count: number } & Record<F, number>)[] };
      if (data.length === MOST_GROUPS) throw new Error(`${name}: too many groups by ${by}`);
      return data.map(({ _id: value, count, ...sums }) => ({
        value,
        count,
        sums: sums as unknown as Record<F, number>,
      }));
    },

    insert,

    /** The same; null if the record, or another with its unique values, is there already. */
    insertUnlessThere: async (fields: Omit<R, keyof Stored>, id: string): Promise<R | null> => {
      try {
        return await insert(fields, id);
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        return null;
      }
    },

    /** All records; if a unique index refuses one, an unknown part of them, and the caller must check. */
    insertMany: async (records: R[]): Promise<void> => {
      await written(() => collection().add(records as never));
    },

    /** A note about a record that does not count as a change: `rev` and `updateTime` stay, so no edit conflicts. */
    note: async (id: string, patch: Record<string, unknown>): Promise<void> => {
      await written(() => collection().doc(id).update(replacing(patch)));
    },

    /**
     * The same, only while the record matches `guard`. Of equal values `update` may say that nothing was updated;
     * `updateAndReturn` counts what it finds.
     */
    noteWhile: async (
      id: string,
      guard: Query,
      patch: Record<string, unknown>,
    ): Promise<R | null> => {
      const { updated, doc } = await written<{ updated: number; doc: R | null }>(() =>
        collection()
          .where(complete({ ...guard, _id: id }))
          .updateAndReturn(replacing(patch)),
      );
      return updated === 1 ? visible(doc) : null;
    },

    /** The same for those of a page of records that match `guard`: one statement. */
    noteMany: async (
      ids: string[],
      patch: Record<string, unknown>,
      guard: Query = {},
    ): Promise<void> => {
      if (ids.length === 0) return;
      await written(() =>
        collection()
          .where(complete({ ...guard, _id: _.in(ids) }))
          .update(replacing(patch)),
      );
    },

    /**
     * The same patch for a page of records that still match `guard`: each by itself, one statement for all.
     * @returns the number of written records
     */
    compareAndSetMany: async (
      ids: string[],
      guard: Query,
      patch: Record<string, unknown>,
    ): Promise<number> => {
      if (ids.length === 0) return 0;
      const { updated } = await written<{ updated: number }>(() =>
        collection()
          .where(complete({ ...guard, _id: _.in(ids) }))
          .update(stampChange(patch, Date.now())),
      );
      return updated;
    },

    /** Writes only if the record still matches `guard`; raises `rev`; answers the changed record or null. */
    compareAndSet,

    /** The same; the answer includes the audit rows that the record carries. */
    compareAndSetWhole,

    /**
     * Throws the reason why a conditional write did not match: a conflict, or a missing record.
     * @throws 40901 with the stored record, 40400
     */
    missed: async (id: string): Promise<never> => {
      const current = await get(id);
      throw current ? conflict(current) : notFound();
    },

    /** Removes the record if it still matches `guard`. */
    remove: async (id: string, guard: Query = {}): Promise<boolean> => {
      const { deleted } = await written<{ deleted: number }>(() =>
        collection()
          .where(complete({ ...guard, _id: id }))
          .remove(),
      );
      return deleted === 1;
    },

    /** Removes those of a page of records that still match `guard`: one statement. */
    removeMany: async (ids: string[], guard: Query): Promise<void> => {
      if (ids.length === 0) return;
      await written(() =>
        collection()
          .where(complete({ ...guard, _id: _.in(ids) }))
          .remove(),
      );
    },
  };
};

export type Repository<R extends Stored> = ReturnType<typeof repository<R>>;
