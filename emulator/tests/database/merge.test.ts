import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../database/database.ts';
import type { Doc } from '../../database/ejson.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'merge-'));
const collectionName = 'orders';
const states = ['closed', 'paid', 'pending'];
const newest = { time: -1, _id: -1 } as const;
const all = Array.from({ length: 300 }, (_none, at) => ({
  _id: `o${String(at).padStart(3, '0')}`,
  // Most are in one state, and many share a moment.
  state: states[at % 7 < 5 ? 0 : at % 3]!,
  kinds: [at % 2 ? 'odd' : 'even', 'any'],
  time: Math.floor(((at * 37) % 300) / 4),
}));
type Row = (typeof all)[number];

let database: Database;
beforeAll(async () => {
  const keys = { kinds: 1, state: 1, time: -1, _id: -1 } as const;
  database = openDatabase({
    file: path.join(folder, 'test.sqlite'),
    clock: { now: () => 0, set: () => undefined },
    collections: [{ name: collectionName, indexes: [{ name: 'byState', keys }] }],
  });
  const data = all.map(row => JSON.stringify(row));
  await database.handle('database.insertDocument', { collectionName, data });
});
afterAll(() => {
  database.close();
  fs.rmSync(folder, { recursive: true });
});

const idsOf = async (query: Doc, offset = 0, limit = 20) => {
  const body = { collectionName, query: JSON.stringify(query), order: JSON.stringify(newest) };
  const { data } = await database.handle('database.getDocument', { ...body, offset, limit });
  return (data as { list: string[] }).list.map(text => (JSON.parse(text) as Row)._id);
};
const wanted = (kind: string, among: string[]) =>
  all
    .filter(({ kinds, state }) => kinds.includes(kind) && among.includes(state))
    .sort((a, b) => b.time - a.time || (a._id < b._id ? 1 : -1))
    .map(({ _id }) => _id);

it.each([
  ['every state', states],
  ['two states', ['pending', 'paid']],
  ['one state twice, and one that nothing has', ['paid', 'paid', 'none']],
])('merges the entries of %s, page by page', async (_what, among) => {
  const query = { kinds: 'odd', state: { $in: among } };
  const ids = wanted('odd', among);
  for (let offset = 0; offset < ids.length + 20; offset += 20)
    expect(await idsOf(query, offset)).toEqual(ids.slice(offset, offset + 20));
  const { data } = await database.handle('database.calculateDocument', {
    collectionName,
    query: JSON.stringify(query),
  });
  expect(data).toEqual({ total: ids.length });
});

it('walks each part of the index no further than the last entry that it answers', () => {
  const query = { kinds: 'any', state: { $in: states } };
  const request = { query, sort: newest, offset: 100, limit: 20 };
  expect(database.explain(collectionName, request as never)).toMatchObject({
    index: 'byState',
    exact: true,
    sorted: true,
    walked: 122,
  });
});

it('merges no more parts than MongoDB does', () => {
  const sortedWith = (count: number) => {
    const values = Array.from({ length: count }, (_none, at) => `s${at}`);
    const query = { kinds: 'any', state: { $in: values } };
    const request = { query, sort: newest, limit: 20 };
    return database.explain(collectionName, request as never).sorted;
  };
  expect([sortedWith(200), sortedWith(201)]).toEqual([true, false]);
});
