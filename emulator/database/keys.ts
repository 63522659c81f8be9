import type { IndexConfig } from '../types.ts';
import {
  type Doc,
  isDoc,
  own,
  pathSegments,
  replyText,
  requestFailed,
  type Value,
} from './ejson.ts';
import { anyLeaf } from './paths.ts';
import type { SortSpec } from './sort.ts';

/** A value in an index, or a document id, written so that SQLite orders it as MongoDB would. */
export type Key = number | string | Buffer;

/** Values an index can answer about exactly. */
export type Scalar = null | boolean | number | string | Date;

export const isScalar = (value: Value | undefined): value is Scalar =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  value instanceof Date ||
  (typeof value === 'number' && Number.isFinite(value));

/*
 * SQLite sorts numbers before texts before blobs, and so does MongoDB. Null comes first on MongoDB, but
 * a primary key without rowid cannot hold SQL's NULL, so null is minus infinity. Everything MongoDB sorts
 * after strings is a blob that starts with a tag.
 */
const NULL_KEY = -Infinity;
const FIRST_TEXT = '';
/** Not the empty blob: libsql binds that as NULL. */
const FIRST_BLOB = Buffer.of(0);
const OBJECT = 0x10;
const ARRAY = 0x20;
const BOOLEAN = 0x50;
const DATE = 0x60;
const REGEX = 0x70;

export function encodeKey(value: Value | undefined): Key {
  if (value === undefined || value === null) return NULL_KEY;
  // Minus infinity is null's: the number itself stands beside the least finite one.
  if (typeof value === 'number')
    return Number.isNaN(value) ? NULL_KEY : Math.max(value, -Number.MAX_VALUE);
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return Buffer.of(BOOLEAN, Number(value));
  if (value instanceof Date) {
    const key = Buffer.alloc(9, DATE);
    key.writeBigUInt64BE(BigInt(value.getTime()) + 2n ** 63n, 1);
    return key;
  }
  // In no useful order, but equal only to themselves, which is what a unique index needs.
  const tag = Array.isArray(value) ? ARRAY : isDoc(value) ? OBJECT : REGEX;
  return Buffer.concat([Buffer.of(tag), Buffer.from(replyText(value))]);
}

/** Where the keys of a scalar's own type begin and end (end exclusive). */
export function typeBounds(value: Scalar): { from: Key; to: Key } {
  if (typeof value === 'number') return { from: NULL_KEY, to: FIRST_TEXT };
  if (typeof value === 'string') return { from: FIRST_TEXT, to: FIRST_BLOB };
  const tag = typeof value === 'boolean' ? BOOLEAN : DATE;
  return { from: Buffer.of(tag), to: Buffer.of(tag + 1) };
}

/** The keys in a form that can be compared and put into sets. */
export function keyText(keys: Key[]): string {
  return JSON.stringify(
    keys.map(key =>
      typeof key === 'number'
        ? String(key)
        : typeof key === 'string'
          ? [key]
          : { b: key.toString('latin1') },
    ),
  );
}

/** A declared index. `components` in order; `loose` has bit i set when component i may hold more than plain scalars. */
export interface Index {
  number: number;
  name: string;
  unique: boolean;
  components: SortSpec;
  segments: string[][];
  /**
   * Set once a document was seen whose value there is an array, an object, NaN or the like. From then on
   * this component cannot answer sorts, ranges or null exactly. Cleared only by rebuilding.
   */
  loose: number;
}

export function indexOf(number: number, config: IndexConfig, loose: number): Index {
  const components = Object.entries(config.keys).map(([path, direction]) => ({ path, direction }));
  if (components.length === 0) throw new Error(`Index ${config.name} declares no keys.`);
  return {
    number,
    name: config.name,
    unique: config.unique === true,
    components,
    segments: components.map(({ path }) => pathSegments(path)),
    loose,
  };
}

/** All entries of one document, without duplicates, by their text. `loose` says which components were not plain. */
export function entriesOf(index: Index, doc: Doc): { entries: Map<string, Key[]>; loose: number } {
  const columns = index.segments.map(segments => columnOf(doc, segments));
  refuseParallelArrays(index, columns);
  const entries = new Map<string, Key[]>();
  const collect = (prefix: Key[], at: number) => {
    if (at === columns.length) entries.set(keyText(prefix), prefix);
    else for (const key of columns[at]!.keys) collect([...prefix, key], at + 1);
  };
  collect([], 0);
  return { entries, loose: looseOf(columns) };
}

/** What one document has under one path of an index. */
export interface Column {
  /** At least one; several, perhaps the same more than once, where the path leads to or through an array. */
  keys: Key[];
  /** Whether there was anything but a plain scalar. */
  loose: boolean;
  /** The first array on the way. */
  array: Value[] | undefined;
}

export function columnOf(doc: Doc, segments: string[]): Column {
  if (segments.length === 1) {
    // The common case, without walking: a scalar at the top of the document.
    const value = own(doc, segments[0]!);
    if (value === undefined || isScalar(value))
      return { keys: [encodeKey(value)], loose: false, array: undefined };
  }
  const keys: Key[] = [];
  let loose = false;
  let leaves = 0;
  anyLeaf(doc, segments, leaf => {
    leaves += 1;
    if (leaf !== undefined && !isScalar(leaf)) loose = true;
    const members = Array.isArray(leaf) && leaf.length > 0 ? leaf : [leaf];
    for (const member of members) keys.push(encodeKey(member));
    return false;
  });
  const array = arrayOn(doc, segments);
  // No leaf (an empty array on the way) sorts as null, but `{path: null}` does not find it; and what lies in an array is
  // grouped as an array, also where it is alone there.
  if (leaves !== 1 || array) loose = true;
  if (keys.length === 0) keys.push(NULL_KEY);
  return { keys, loose, array };
}

function arrayOn(doc: Doc, segments: string[]): Value[] | undefined {
  let at: Value | undefined = doc;
  for (const segment of segments) {
    at = isDoc(at) ? own(at, segment) : undefined;
    if (Array.isArray(at)) return at;
  }
  return undefined;
}

/** The columns of one document that are not plain, a bit for each. */
export function looseOf(columns: Pick<Column, 'loose'>[]): number {
  return columns.reduce((bits, { loose }, i) => (loose ? bits | (1 << i) : bits), 0);
}

/** Two arrays in one compound index would make the product of their members. MongoDB refuses it, too. */
export function refuseParallelArrays(index: Index, columns: Column[]): void {
  let found: Value[] | undefined;
  for (const { array } of columns) {
    if (found && array && array !== found)
      throw requestFailed(`The index ${index.name} cannot index parallel arrays.`);
    found ??= array;
  }
}
