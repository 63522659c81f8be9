import { compareValues, equalValues } from './compare.ts';
import { type Doc, isDoc, requestFailed, type Value } from './ejson.ts';
import { compileQuery, isOperators } from './matcher.ts';
import { child } from './paths.ts';
import { parseSort, sortBy } from './sort.ts';

/** Works out a field's new value from its present one. `undefined` leaves the field alone. */
export type NewValue = (current: Value | undefined, path: string) => Value | undefined;

/** The update operators that work on arrays; `undefined` for any other. */
export function arrayOperators(operator: string, operand: Value): NewValue | undefined {
  switch (operator) {
    case '$push':
      return push(operand);
    case '$addToSet':
      return addToSet(operand);
    case '$pop':
      if (operand !== 1 && operand !== -1) throw requestFailed('$pop expects 1 or -1');
      return onArray(operator, array => (operand === 1 ? array.slice(0, -1) : array.slice(1)));
    case '$pull': {
      const matches = pullTest(operand);
      return onArray(operator, array => array.filter(item => !matches(item)));
    }
    case '$pullAll': {
      if (!Array.isArray(operand)) throw requestFailed('$pullAll requires an array argument');
      return onArray(operator, array =>
        array.filter(item => !operand.some(other => equalValues(item, other))),
      );
    }
    default:
      return undefined;
  }
}

/** For operators that only take away: a missing field stays missing, anything but an array is an error. */
const onArray =
  (operator: string, work: (array: Value[]) => Value[]): NewValue =>
  (current, path) => {
    if (current === undefined) return undefined;
    if (!Array.isArray(current)) throw notAnArray(operator, path);
    return work(current);
  };

const notAnArray = (operator: string, path: string) =>
  requestFailed(
    `Cannot apply ${operator} to a non-array value: the field '${path}' must be an array`,
  );

function eachOf(operand: Value): Value[] | undefined {
  if (!isDoc(operand) || !Object.hasOwn(operand, '$each')) return undefined;
  if (!Array.isArray(operand.$each)) throw requestFailed('$each must be an array');
  return operand.$each;
}

function push(operand: Value): NewValue {
  const each = eachOf(operand);
  const modifiers = each && isDoc(operand) ? operand : {};
  for (const name of Object.keys(modifiers))
    if (!['$each', '$position', '$slice', '$sort'].includes(name))
      throw requestFailed(`Unrecognized clause in $push: ${name}`);
  const position = wholeNumber('$position', modifiers.$position);
  const slice = wholeNumber('$slice', modifiers.$slice);
  const order = modifiers.$sort === undefined ? undefined : elementSort(modifiers.$sort);
  return (current, path) => {
    if (current !== undefined && !Array.isArray(current)) throw notAnArray('$push', path);
    let array = [...(current ?? [])];
    array.splice(position ?? array.length, 0, ...(each ?? [operand]));
    if (order) array = order(array);
    if (slice !== undefined) array = slice < 0 ? array.slice(slice) : array.slice(0, slice);
    return array;
  };
}

function wholeNumber(name: string, value: Value | undefined): number | undefined {
  if (value === undefined || value === null) return undefined; // the SDK sends null for what is not given
  if (!Number.isInteger(value)) throw requestFailed(`The value for ${name} must be an integer`);
  return value as number;
}

function elementSort(order: Value): (array: Value[]) => Value[] {
  if (order === 1 || order === -1)
    return array => array.sort((a, b) => compareValues(a, b) * order);
  const spec = parseSort(order);
  return array => sortBy(array, spec, item => (isDoc(item) ? item : {}));
}

function addToSet(operand: Value): NewValue {
  const each = eachOf(operand) ?? [operand];
  return (current, path) => {
    if (current !== undefined && !Array.isArray(current)) throw notAnArray('$addToSet', path);
    const array = [...(current ?? [])];
    for (const item of each) if (!array.some(other => equalValues(item, other))) array.push(item);
    return array;
  };
}

/** A value to remove, operators each element is held against, or a query for elements that are documents. */
function pullTest(operand: Value): (item: Value) => boolean {
  if (operand instanceof RegExp || isOperators(operand)) {
    const matches = compileQuery({ element: operand });
    return item => matches({ element: item });
  }
  if (!isDoc(operand)) return item => equalValues(item, operand);
  const matches = compileQuery(operand);
  return item => isDoc(item) && matches(item);
}

/** Resolves `$[]` to one path for each element. */
export function positional(doc: Doc, segments: string[]): string[][] {
  const at = segments.indexOf('$[]');
  if (at < 0) return [segments];
  const parent = segments
    .slice(0, at)
    .reduce<Value | undefined>(
      (value, s) => (isDoc(value) || Array.isArray(value) ? child(value, s) : undefined),
      doc,
    );
  if (!Array.isArray(parent))
    throw requestFailed(`The path '${segments.slice(0, at).join('.')}' must exist and be an array`);
  return parent.flatMap((_, i) =>
    positional(doc, [...segments.slice(0, at), String(i), ...segments.slice(at + 1)]),
  );
}
