import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isDeep } from '../../../tests/depth.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import { type Doc, replyText, type Value } from '../../database/ejson.ts';
import { parseStored } from '../../database/ejson.ts';
import { parseSort, sortBy } from '../../database/sort.ts';

const clock = { now: () => 1_700_000_000_000, set: () => undefined };
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'indexes-'));
let database: Database;

beforeAll(() => {
  database = openDatabase({
    file: path.join(folder, 'test.sqlite'),
    clock,
    collections: [
      { name: 'plain' },
      {
        name: 'indexed',
        indexes: [
          { name: 'a', keys: { a: 1 } },
          { name: 'a_b', keys: { a: 1, b: -1 } },
          { name: 'b_a_id', keys: { b: 1, a: 1, _id: 1 } },
          { name: 'b_c', keys: { b: 1, d: -1 } },
          { name: 'a.b', keys: { 'a.b': 1 } },
          { name: 'c', keys: { c: -1 } },
          { name: 'a.0', keys: { 'a.0': 1 } },
        ],
      },
    ],
  });
});
afterAll(() => {
  database.close();
  fs.rmSync(folder, { recursive: true });
});

const scalar = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<Value>(-1, 0, 1, 2, 2.5, 'a', 'b', 'aB', 'É.ab', '') },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Value>(null, true, false, new Date(0), new Date(-5), '～', '😀'),
  },
  { weight: 1, arbitrary: fc.constantFrom<Value>(NaN, Infinity, -Infinity, 1e21, 'a\0b') },
);
const small = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 1, arbitrary: fc.record({ b: scalar }) as fc.Arbitrary<Value> },
  { weight: 1, arbitrary: fc.constant<Value>({}) },
);
const rich = fc.oneof(
  { weight: 4, arbitrary: small },
  { weight: 2, arbitrary: fc.array(small, { maxLength: 3 }) as fc.Arbitrary<Value> },
  { weight: 1, arbitrary: fc.constantFrom<Value>([], [[1]], [[]], [{ b: [1, 2] }], { b: [] }) },
);
/** Some runs have only plain scalars, so that exact plans occur; others have everything. */
const documents = fc.boolean().chain(plain => {
  const value = plain ? scalar : rich;
  const one = fc.record(
    { a: value, b: plain ? scalar : small, c: value, d: scalar },
    {
      requiredKeys: [],
    },
  ) as fc.Arbitrary<Doc>;
  return fc.array(one, { maxLength: 12 });
});

const operators = fc.oneof(
  fc.record({ $gt: scalar }),
  fc.record({ $gte: scalar }),
  fc.record({ $lt: scalar }),
  fc.record({ $lte: scalar }),
  fc.record({ $gte: scalar, $lt: scalar }),
  fc.record({ $ne: scalar }),
  fc.record({ $in: fc.array(scalar, { maxLength: 3 }) }),
  fc.record({ $nin: fc.array(scalar, { maxLength: 3 }) }),
  fc.record({ $all: fc.array(scalar, { maxLength: 2 }) }),
  fc.record({ $exists: fc.boolean() }),
  fc.record({ $elemMatch: fc.record({ b: scalar }) }),
  fc.record({ $elemMatch: fc.record({ $gt: scalar }) }),
  fc.record({ $not: fc.record({ $gt: scalar }) }),
  fc.constantFrom({ $regex: '^a' }, { $regex: '^ab?' }, { $regex: 'b' }, { $size: 1 }),
  fc.constantFrom(/b/, /B/i, /\.A/i, /é/i, /a|b/i),
) as fc.Arbitrary<Value>;
const field = fc.constantFrom('a', 'a', 'b', 'c', 'd', 'a.b', 'a.0', '_id');
const condition = fc.oneof(
  { weight: 2, arbitrary: scalar },
  { weight: 3, arbitrary: operators },
  { weight: 1, arbitrary: small },
);
const conditions = fc.dictionary(field, condition, { maxKeys: 3 }) as fc.Arbitrary<Doc>;
const query = fc.oneof(
  { weight: 5, arbitrary: conditions },
  {
    weight: 1,
    arbitrary: fc.record({ $and: fc.array(conditions, { minLength: 1, maxLength: 2 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      $or: fc.array(conditions, { minLength: 1, maxLength: 2 }),
      b: condition,
    }),
  },
) as fc.Arbitrary<Doc>;
const sort = fc.uniqueArray(
  fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'a.b', '_id'), fc.constantFrom(1, -1)),
  { maxLength: 3, selector: ([path]) => path },
);

interface Ask {
  query: Doc;
  sort: [string, number][];
  offset: number;
  limit: number;
}
const ask: fc.Arbitrary<Ask> = fc.record({
  query,
  sort: sort as fc.Arbitrary<[string, number][]>,
  offset: fc.integer({ min: 0, max: 3 }),
  limit: fc.integer({ min: 1, max: 8 }),
});

async function call(action: string, body: Record<string, unknown>) {
  const reply = await database.handle(`database.${action}`, body);
  return reply.data as { list: string[]; total: number; updated: number };
}

/** The counts by one field, a count that stops, and each document with those whose field equals another of its own. */
const pipelines = (query: Doc, path: string) =>
  [
    [
      ['$match', { ...query, [path]: { $gte: '' } }],
      ['$group', { _id: `$${path}`, count: { $sum: 1 } }],
    ],
    [
      ['$match', query],
      ['$limit', 3],
      ['$count', 'count'],
    ],
    [
      ['$limit', 1],
      ['$project', { _id: 1 }],
      [
        '$lookup',
        {
          from: 'indexed',
          pipeline: [{ $match: query }, { $limit: 3 }, { $count: 'count' }],
          as: 'joined',
        },
      ],
    ],
    [
      ['$match', query],
      ['$lookup', { from: 'indexed', localField: 'd', foreignField: 'b', as: 'joined' }],
    ],
  ] as [string, Value][][];

const inBoth = (action: string, body: Record<string, unknown>) =>
  Promise.all(
    ['plain', 'indexed'].map(collectionName => call(action, { collectionName, ...body })),
  ) as Promise<[Awaited<ReturnType<typeof call>>, Awaited<ReturnType<typeof call>>]>;

async function compare({ query, sort, offset, limit }: Ask): Promise<void> {
  const order = Object.fromEntries(sort);
  const body = { query: replyText(query), order: replyText(order) };
  const [plain, indexed] = await inBoth('getDocument', { ...body, limit: 1000 });
  expect(indexed.list.toSorted()).toEqual(plain.list.toSorted());

  const spec = parseSort(order as Doc);
  const sorted = (list: string[]) => sortBy(list, spec, text => parseStored(text));
  expect(sorted(indexed.list)).toEqual(indexed.list);
  const [page, other] = await inBoth('getDocument', { ...body, offset, limit });
  expect(other.list.length).toBe(page.list.length);
  expect(sorted(other.list)).toEqual(other.list);
  expect(new Set(other.list).size).toBe(other.list.length);
  // Where documents tie, each engine may choose; but position by position they must tie.
  other.list.forEach((text, i) => {
    const pair = [page.list[i]!, text];
    expect(sorted(pair)).toEqual(pair);
    expect(sorted(pair.toReversed())).toEqual(pair.toReversed());
  });

  for (const stages of pipelines(query, sort[0]?.[0] ?? 'd')) {
    const [one, other] = await inBoth('aggregateDocuments', {
      stages: stages.map(([stageKey, value]) => ({ stageKey, stageValue: replyText(value) })),
    });
    expect(other.list.toSorted()).toEqual(one.list.toSorted());
  }

  const [total, indexedTotal] = await inBoth('calculateDocument', { query: body.query });
  expect(indexedTotal.total).toBe(plain.list.length);
  expect(total.total).toBe(plain.list.length);
}

const change = fc.record({
  query,
  set: fc.dictionary(fc.constantFrom('a', 'c'), rich, { minKeys: 1 }),
});

it('gives the same answers with and without indexes, before and after changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      documents,
      fc.array(ask, { minLength: 4, maxLength: 10 }),
      change,
      query,
      async (docs, asks, { query: where, set }, gone) => {
        database.reset();
        const data = docs.map((doc, _id) => replyText({ _id, ...doc }));
        if (data.length > 0) await inBoth('insertDocument', { data });
        for (const one of asks) await compare(one);
        const [updated, indexedUpdated] = await inBoth('modifyDocument', {
          query: replyText(where),
          data: replyText({ $set: set as Doc }),
          multi: true,
        });
        expect(indexedUpdated.updated).toBe(updated.updated);
        for (const one of asks) await compare(one);
        await inBoth('removeDocument', { query: replyText(gone), multi: true });
        for (const one of asks) await compare(one);
      },
    ),
    // Ends by itself before the test is ended: it would go on with a closed database, and look for the smallest failure.
    { numRuns: isDeep ? 300 : 30, interruptAfterTimeLimit: 60_000 },
  );
}, 120_000);

it('of an emptied database order lists as new ones do, whatever they have held', async () => {
  const add = (doc: object) =>
    database.handle('database.insertDocument', {
      collectionName: 'indexed',
      data: [JSON.stringify(doc)],
    });
  const byC = () => database.explain('indexed', { sort: { c: -1 } });
  database.reset();
  await add({ c: 1 });
  expect(byC()).toMatchObject({ index: 'c' });
  await add({ c: [1, 2] });
  expect(byC()).toMatchObject({ index: null });
  database.reset();
  await add({ c: 1 });
  expect(byC()).toMatchObject({ index: 'c' });
});
