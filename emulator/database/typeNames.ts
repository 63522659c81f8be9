import { isDoc, requestFailed, type Value } from './ejson.ts';

type Test = (value: Value | undefined) => boolean;

const TYPES: Record<string, Test> = {
  double: v => typeof v === 'number' && !Number.isInteger(v),
  string: v => typeof v === 'string',
  object: v => isDoc(v),
  array: v => Array.isArray(v),
  bool: v => typeof v === 'boolean',
  date: v => v instanceof Date,
  null: v => v === null,
  regex: v => v instanceof RegExp,
  int: v => Number.isInteger(v) && Math.abs(v as number) < 2 ** 31,
  long: v => Number.isInteger(v) && Math.abs(v as number) >= 2 ** 31,
  number: v => typeof v === 'number',
};
const TYPE_NUMBERS: Record<number, string> = {
  1: 'double',
  2: 'string',
  3: 'object',
  4: 'array',
  8: 'bool',
  9: 'date',
  10: 'null',
  11: 'regex',
  16: 'int',
  18: 'long',
};
/** Types that exist in BSON but can not be in the store: valid to ask for, never found. */
const ABSENT = ['binData', 'undefined', 'objectId', 'timestamp', 'decimal', 'minKey', 'maxKey'];

/** The test behind `$type` and `bsonType`: a name or a BSON type number. */
export function typeTest(name: Value): Test {
  const alias = typeof name === 'number' ? TYPE_NUMBERS[name] : name;
  const test = typeof alias === 'string' && Object.hasOwn(TYPES, alias) ? TYPES[alias] : undefined;
  if (test) return test;
  if (typeof alias === 'string' && ABSENT.includes(alias)) return () => false;
  throw requestFailed(`Unknown type name alias: ${String(name)}`);
}
