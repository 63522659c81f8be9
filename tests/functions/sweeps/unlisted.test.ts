import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { entities } from '#contract/entities.ts';
import { startWorld } from '../world/harness.ts';

/** What lists leave out, and what only the server knows of a record. */
const world = await startWorld();
const MARK = 'left-out-by-lists';
const lists = Object.entries(entities)
  .map(([resource, of]) => ({ resource, ...of }))
  .filter(({ unlisted }) => unlisted.length > 0);

beforeAll(() => world.reset());

/** The record with the mark at a path, in each of many; as it is where there is nothing to put it into. */
const marked = (within: unknown, [name = '', ...below]: string[]): unknown => {
  if (Array.isArray(within)) return within.map(one => marked(one, [name, ...below]));
  if (typeof within !== 'object' || within === null) return within;
  const inside = (within as Record<string, unknown>)[name];
  return { ...within, [name]: below.length > 0 ? marked(inside, below) : MARK };
};

it.each(lists)('the list of $resource has nothing of what it leaves out', async of => {
  const stored = await world.rows(of.collection);
  await world.remove(of.collection, { _id: { $gte: '' } });
  const unknown = stored.map(record => ({ ...record, ownSecret: MARK }) as unknown);
  const records = of.unlisted.reduce(
    (all, one) => all.map(record => marked(record, one.split('.'))),
    unknown,
  );
  await world.insert(of.collection, records as Record<string, unknown>[]);
  const event = { action: of.names.list.name, data: { pageSize: 100 }, ...world.as() };
  const { data } = await world.send(of.function, event);
  const { list } = data as { list: object[] };
  expect(list).toHaveLength(stored.length);
  expect(list.filter(row => 'damaged' in row)).toEqual([]);
  expect(JSON.stringify(list)).not.toContain(MARK);
});

it.each(lists)('the screen of $resource has no column of what its list leaves out', of => {
  const folder = path.resolve(`src/admin/resources/${of.resource}`);
  const screens = readdirSync(folder).filter(file => file.endsWith('List.tsx'));
  const sources = screens.flatMap(file =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(/source="([\w.]+)"/g)].map(
      ([, source = '']) => source,
    ),
  );
  expect(sources).not.toEqual([]);
  expect(sources.filter(one => of.unlisted.some(cut => `${one}.`.startsWith(`${cut}.`)))).toEqual(
    [],
  );
});
