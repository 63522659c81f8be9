import { type CollectionName, collections } from '#contract/collections.ts';
import { entities } from '#contract/entities.ts';
import type { World } from '../world/harness.ts';

/** What the service has as many of as people decide to make; everything else grows with its use. */
export const fewOf: ReadonlySet<string> = new Set<string>([
  ...Object.values(entities)
    .filter(({ names }) => 'create' in names)
    .map(({ collection }) => collection),
  'videos',
  'admins',
  'adminSessions',
  'settings',
  'turns',
  'progress',
  'due',
  'counters',
  'migrations',
  'userTags',
]);

const MINUTE_MS = 60_000;
const PAGE = 500;

/**
 * Fills every collection that grows with copies of its records: each is complete in itself, with its own users, orders
 * and files, and a minute older than the one before.
 */
export const fillWithCopies = async (world: World, atLeast: number): Promise<void> => {
  const growing = collections.filter(({ name }) => !fewOf.has(name));
  const rows = new Map<CollectionName, Record<string, unknown>[]>();
  for (const { name } of growing) rows.set(name, await world.rows(name));
  const ids = new Set([...rows.values()].flat().map(({ _id }) => String(_id)));
  for (const { name, indexes } of growing) {
    const unique = indexes.filter(index => index.unique).flatMap(({ keys }) => Object.keys(keys));
    const originals = rows.get(name)!;
    if (originals.length === 0) continue;
    const copies = Array.from({ length: Math.ceil(atLeast / originals.length) }, (_, at) =>
      originals.map(record => copyOf(record, at + 1, ids, unique)),
    ).flat();
    for (let at = 0; at < copies.length; at += PAGE)
      await world.insert(name, copies.slice(at, at + PAGE));
  }
};

const copyOf = (
  record: Record<string, unknown>,
  number: number,
  ids: ReadonlySet<string>,
  unique: readonly string[],
): Record<string, unknown> => {
  const copied = (value: unknown): unknown => {
    if (typeof value === 'string') return ids.has(value) ? `${value}-${number}` : value;
    if (typeof value === 'number') return value > 1e12 ? value - number * MINUTE_MS : value;
    if (Array.isArray(value)) return value.map(copied);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copied(part)]));
  };
  const copy = copied(record) as Record<string, unknown>;
  for (const field of unique)
    if (typeof record[field] === 'string') copy[field] = `${record[field]}-${number}`;
  return copy;
};
