import type { z } from 'zod';
import { collections } from '#contract/collections.ts';
import { openDatabase } from '#emulator/database/database.ts';
import { type Doc, parseEjsonObject } from '#emulator/database/ejson.ts';
import type { Fixture } from '../world/fixture.ts';
import type { World } from '../world/harness.ts';

type Document = Record<string, unknown>;

export interface Condition {
  field: string;
  /** Empty for one value. */
  kind: '' | 'several' | 'range' | 'pattern';
}

/** One query, as the database was asked it. */
export interface Asked {
  collection: string;
  kind: 'page' | 'count';
  query: Doc;
  sort: Record<string, 1 | -1>;
}

/** Every query that reaches the database while `work` runs. */
export const queriesOf = async (world: World, work: () => Promise<unknown>): Promise<Asked[]> => {
  const { database } = world.emulator;
  const handle = database.handle.bind(database);
  const asked: Asked[] = [];
  const parsed = (text: unknown) => (text ? parseEjsonObject(text, 0) : {});
  database.handle = (action, body) => {
    if (action === 'database.aggregateDocuments') {
      const collection = String(body['collectionName']);
      const stages = body['stages'] as { stageKey: string; stageValue: string }[];
      const kinds = stages.map(({ stageKey }) => stageKey).join();
      const count = (query: Doc) => asked.push({ collection, kind: 'count', query, sort: {} });
      if (kinds === '$match,$limit,$count') count(parsed(stages[0]!.stageValue));
      else if (/^\$match,\$limit(,\$lookup)+,\$project$/.test(kinds))
        for (const { stageValue } of stages.slice(2, -1)) {
          const { pipeline } = parsed(stageValue) as { pipeline: Doc[] };
          count(pipeline[0]!['$match'] as Doc);
        }
      // A session, its administrator and the role, by their ids.
      else if (kinds !== '$match,$limit,$lookup,$lookup' || collection !== 'adminSessions')
        throw new Error(`a list aggregates ${kinds}`);
    }
    if (action === 'database.getDocument' || action === 'database.calculateDocument')
      asked.push({
        collection: String(body['collectionName']),
        kind: action === 'database.getDocument' ? 'page' : 'count',
        query: parsed(body['query']),
        sort: parsed(body['order']) as Record<string, 1 | -1>,
      });
    return handle(action, body);
  };
  try {
    await work();
    return asked;
  } finally {
    database.handle = handle;
  }
};

export interface PlannedQuery extends Asked {
  /** What the query asks of which fields. */
  conditions: Condition[];
  /** Null for a scan of the collection. */
  index: string | null;
  /** The index finds what is asked for and nothing else. */
  exact: boolean;
  /** The index delivers the order. */
  sorted: boolean;
  /** The index is entered at a place, not read from its beginning. */
  narrowed: boolean;
}

/**
 * How the database carries a query out, however much it holds: planned on one that holds nothing but, for each
 * collection, a document that shows which fields are arrays.
 */
export const planner = (file: string, fixture: Fixture['records']) => {
  const database = openDatabase({ file, collections, clock: { now: () => 0 } as never });
  const ready = Promise.all(
    Object.entries(fixture).map(([collectionName, records]) =>
      database.handle('database.insertDocument', {
        collectionName,
        data: [JSON.stringify(arraysOf(records))],
      }),
    ),
  );
  const firstKeys = new Map(
    collections.flatMap(({ name, indexes }) =>
      indexes.map((index): [string, string] => [
        `${name}.${index.name}`,
        Object.keys(index.keys)[0] ?? '',
      ]),
    ),
  );
  const planOf = async (asked: Asked): Promise<PlannedQuery> => {
    await ready;
    const { collection, query, sort, kind } = asked;
    const { index, exact, sorted } = database.explain(collection, {
      query,
      ...(kind === 'page' && { sort, limit: 1 }),
    });
    const conditions = conditionsOf(query);
    const first = index === '_id' ? '_id' : firstKeys.get(`${collection}.${index ?? ''}`);
    const narrowed =
      index?.startsWith('or(') === true || conditions.some(({ field }) => field === first);
    return { ...asked, conditions, index, exact, sorted, narrowed };
  };
  return { planOf, close: () => database.close() };
};

/** A document that has an array wherever one of the records has one. */
const arraysOf = (records: Document[]): Document =>
  Object.assign(
    {},
    ...records.flatMap(record =>
      Object.entries(record)
        .filter(([, value]) => Array.isArray(value))
        .map(([key]) => ({ [key]: ['\u0001', '\u0002'] })),
    ),
  ) as Document;

const conditionsOf = (query: Document): Condition[] =>
  Object.entries(query).flatMap(([field, value]) => {
    if (field === '$and' || field === '$or') return (value as Document[]).flatMap(conditionsOf);
    return [{ field, kind: kindOf(value) }];
  });

const kindOf = (value: unknown): Condition['kind'] => {
  if (value instanceof RegExp) return 'pattern';
  if (typeof value !== 'object' || value === null) return '';
  const operators = Object.keys(value).join();
  if (operators === '$eq') return '';
  if (operators === '$in') return (value as { $in: unknown[] }).$in.length > 1 ? 'several' : '';
  if (/^\$([gl]te?|nin|ne)/.test(operators)) return 'range';
  if (operators === '$not') return 'pattern';
  throw new Error(`unknown condition ${operators}`);
};

/** One call of a list. */
export interface ListCall {
  asks: string;
  data: Document;
}

const shapeOf = (schema: z.ZodType | undefined): Record<string, z.ZodType> => {
  const { innerType, shape } = (schema?.def ?? {}) as {
    innerType?: z.ZodType;
    shape?: Record<string, z.ZodType>;
  };
  return shape ?? (innerType ? shapeOf(innerType) : {});
};

/** Values that the schema lets through, one of each kind; every value of an enumeration. */
const valuesOf = (schema: z.ZodType): unknown[] => {
  const def = schema.def as {
    type: string;
    innerType?: z.ZodType;
    in?: z.ZodType;
    options?: z.ZodType[];
    entries?: Record<string, string>;
    values?: unknown[];
    element?: z.ZodType;
    shape?: Record<string, z.ZodType>;
  };
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return valuesOf(def.innerType!);
    case 'pipe':
      return valuesOf(def.in!);
    case 'enum':
      return Object.values(def.entries!);
    case 'literal':
      return def.values!;
    case 'boolean':
      return [true, false];
    case 'number':
      return [1];
    case 'union':
      return def.options!.flatMap(valuesOf);
    case 'array':
      return [[...new Set(valuesOf(def.element!))].slice(0, 2)];
    case 'object':
      return [
        Object.fromEntries(Object.keys(def.shape!).map((key, at) => [key, at * 1_000_000_000])),
      ];
    case 'string':
      return [textFor(schema)];
    default:
      throw new Error(`no value for ${def.type}`);
  }
};

const textFor = (schema: z.ZodType): string => {
  const tried = [
    'getTemplates',
    'template',
    'some_id',
    '20260101',
    'a'.repeat(64),
    'abc',
    'template/a.png',
    'orders/some_id',
  ];
  const found = tried.find(text => schema.safeParse(text).success);
  if (found === undefined) throw new Error('no text fits');
  return found;
};

/** What people type into a search field: a fragment, a letter, numbers of each kind, ids. */
const searches = [
  '模板',
  '图',
  'ab',
  '1234',
  '13800001234',
  'usr_0001',
  `o${'a'.repeat(27)}`,
  'A'.repeat(18),
  '20260101000000000001',
  '4200001234202601010000000001',
  'SF1234567890123',
  'P2601010001ABCD',
];

/** Lists are what can be paged. */
export const isList = (input: z.ZodType) => {
  const shape = shapeOf(input);
  return 'page' in shape && 'pageSize' in shape;
};

/** Another value of the same kind is looked for in the same way. */
const ofEachKind = (values: unknown[]): unknown[] => [
  ...new Map(values.map(value => [Array.isArray(value) || typeof value, value])).values(),
];

/**
 * What is asked of a list: every order; every filter, alone and in every order; every state in every order and with
 * every other filter; every kind of search, alone and with each state.
 */
export const callsOf = (input: z.ZodType, example: Document): ListCall[] => {
  const shape = shapeOf(input);
  const filters = shapeOf(shape['filter']);
  const { field } = shapeOf(shape['sort']);
  const sorts = (field ? valuesOf(field) : []) as string[];
  const orders = sorts.flatMap(name => ['asc', 'desc'].map(order => ({ field: name, order })));
  const paging = ['page', 'pageSize', 'sort', 'filter', 'q', 'withCounts'];
  const needed = Object.fromEntries(
    Object.entries(example).filter(([key]) => !paging.includes(key)),
  );
  const base = { ...needed, page: 1, pageSize: 20 };
  const calls: ListCall[] = [];
  const ask = (asks: string, data: Document) => calls.push({ asks, data: { ...base, ...data } });
  const counts = 'withCounts' in shape ? { withCounts: true } : {};
  const states = filters['status'] ? valuesOf(filters['status']) : [];

  ask('everything', counts);
  for (const sort of orders) ask('everything', { sort });
  for (const [name, schema] of Object.entries(filters)) {
    const values = valuesOf(schema);
    for (const value of values) ask(name, { filter: { [name]: value }, ...counts });
    for (const value of ofEachKind(values)) {
      const filter = { [name]: value };
      for (const sort of orders) ask(name, { filter, sort });
      if (name === 'status') continue;
      for (const status of ofEachKind(states))
        ask(`${name} + status`, { filter: { ...filter, status } });
    }
  }
  if ('q' in shape) {
    for (const q of searches) {
      ask('q', { q, ...counts });
      for (const status of ofEachKind(states)) ask('q + status', { q, filter: { status } });
    }
  }
  return calls;
};
