import { compareValues } from './compare.ts';
import { type Doc, invalidParam, isDoc, pathSegments, type Value } from './ejson.ts';
import { anyLeaf } from './paths.ts';

export type Direction = 1 | -1;

/** In order of priority. */
export type SortSpec = { path: string; direction: Direction }[];

export function parseSort(order: Value | undefined): SortSpec {
  if (order === undefined || order === null) return [];
  if (!isDoc(order)) throw invalidParam('The order must be an object.');
  return Object.keys(order).map(path => {
    const direction = order[path];
    if (direction !== 1 && direction !== -1)
      throw invalidParam('A sort direction must be 1 or -1.');
    pathSegments(path);
    return { path, direction };
  });
}

/** Below null: where MongoDB sorts an empty array. */
const LOWEST = Symbol('lowest');
type SortKey = Value | undefined | typeof LOWEST;

function compareKeys(a: SortKey, b: SortKey): number {
  if (a === LOWEST || b === LOWEST) return Number(b === LOWEST) - Number(a === LOWEST);
  return compareValues(a, b);
}

/** The value a document is sorted by: of an array, its smallest member ascending and its largest descending. */
function sortKey(doc: Doc, segments: string[], direction: Direction): SortKey {
  let best: SortKey;
  let found = false;
  const take = (key: SortKey) => {
    if (!found || compareKeys(key, best) * direction < 0) best = key;
    found = true;
  };
  anyLeaf(doc, segments, leaf => {
    if (!Array.isArray(leaf)) take(leaf);
    else if (leaf.length === 0) take(LOWEST);
    else leaf.forEach(take);
    return false;
  });
  return best; // no leaf at all counts as null
}

/** Stable; each document's keys are worked out once. */
export function sortBy<T>(items: T[], spec: SortSpec, docOf: (item: T) => Doc): T[] {
  if (spec.length === 0) return items;
  const columns = spec.map(({ path, direction }) => ({ segments: pathSegments(path), direction }));
  const keyed = items.map(item => {
    const doc = docOf(item);
    return { item, keys: columns.map(c => sortKey(doc, c.segments, c.direction)) };
  });
  keyed.sort((a, b) => {
    for (let i = 0; i < columns.length; i++) {
      const order = compareKeys(a.keys[i], b.keys[i]);
      if (order) return order * columns[i]!.direction;
    }
    return 0;
  });
  return keyed.map(({ item }) => item);
}
