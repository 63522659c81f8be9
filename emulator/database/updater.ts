import { arrayOperators, type NewValue, positional } from './arrayUpdates.ts';
import { compareValues, equalValues } from './compare.ts';
import { type Doc, isDoc, own, pathSegments, requestFailed, type Value } from './ejson.ts';
import { child, type Container, isIndex } from './paths.ts';

/** Changes the document in place. `inserting` is true while an upsert makes a new one. */
export type Update = (doc: Doc, inserting: boolean) => void;

/** How far beyond its end an array may be padded with nulls. */
const MAX_PADDING = 1_500_000;

/**
 * Compiles update operators and refuses what MongoDB refuses: an `$inc` on text that worked here would fail in
 * production.
 */
export function compileUpdate(update: Doc, now: number): Update {
  const steps: Update[] = [];
  const touched: string[] = [];
  for (const operator of Object.keys(update)) {
    const fields = update[operator];
    if (!operator.startsWith('$'))
      throw requestFailed('the update operation document must contain atomic operators');
    if (!isDoc(fields))
      throw requestFailed(`Modifiers operate on fields but we found another type in ${operator}`);
    for (const path of Object.keys(fields)) {
      claim(path, touched);
      steps.push(compileStep(operator, path, fields[path]!, touched, now));
    }
  }
  return (doc, inserting) => steps.forEach(step => step(doc, inserting));
}

/** Two operators may not change the same field, nor a field and a part of it. */
function claim(path: string, touched: string[]): void {
  const clash = touched.find(
    other => other === path || other.startsWith(`${path}.`) || path.startsWith(`${other}.`),
  );
  if (clash !== undefined)
    throw requestFailed(`Updating the path '${path}' would create a conflict at '${clash}'`);
  touched.push(path);
}

function compileStep(
  operator: string,
  path: string,
  operand: Value,
  touched: string[],
  now: number,
): Update {
  const segments = updateSegments(path);
  if (operator === '$unset') return doc => unset(doc, segments);
  if (operator === '$rename') return compileRename(path, operand, touched);
  const newValue = valueOperator(operator, operand, now) ?? arrayOperators(operator, operand);
  if (!newValue) throw requestFailed(`Unknown modifier: ${operator}`);
  const creates = !['$pop', '$pull', '$pullAll'].includes(operator);
  return (doc, inserting) => {
    if (operator === '$setOnInsert' && !inserting) return;
    for (const concrete of positional(doc, segments)) change(doc, concrete, newValue, creates);
  };
}

function updateSegments(path: string): string[] {
  const segments = pathSegments(path);
  for (const segment of segments) {
    if (segment === '')
      throw requestFailed(`The update path '${path}' contains an empty field name.`);
    if (segment.startsWith('$') && segment !== '$[]')
      throw requestFailed(`The positional or dollar path '${path}' is not supported.`);
  }
  if (segments[0]!.startsWith('$')) throw requestFailed(`The update path '${path}' is not valid.`);
  return segments;
}

function valueOperator(operator: string, operand: Value, now: number): NewValue | undefined {
  switch (operator) {
    case '$set':
    case '$setOnInsert':
      return () => structuredCopy(operand);
    case '$inc':
    case '$mul':
      return arithmetic(operator, operand);
    case '$min':
    case '$max': {
      const sign = operator === '$min' ? -1 : 1;
      return current =>
        current === undefined || compareValues(operand, current) * sign > 0
          ? structuredCopy(operand)
          : current;
    }
    case '$bit':
      return bitwise(operand);
    case '$currentDate':
      if (operand !== true && !(isDoc(operand) && operand.$type === 'date'))
        throw requestFailed('$currentDate takes true or {$type: "date"}');
      return () => new Date(now);
    default:
      return undefined;
  }
}

/** The same operand may go into many documents, which later operators change in place. */
export function structuredCopy(value: Value): Value {
  if (Array.isArray(value)) return value.map(structuredCopy);
  if (!isDoc(value)) return value;
  const copy: Doc = {};
  for (const key of Object.keys(value)) copy[key] = structuredCopy(value[key]!);
  return copy;
}

function arithmetic(operator: '$inc' | '$mul', operand: Value): NewValue {
  const verb = operator === '$inc' ? 'increment' : 'multiply';
  if (typeof operand !== 'number')
    throw requestFailed(`Cannot ${verb} with non-numeric argument of ${operator}`);
  return (current, path) => {
    if (current === undefined) return operator === '$inc' ? operand : 0;
    if (typeof current !== 'number')
      throw requestFailed(
        `Cannot apply ${operator} to a value of non-numeric type at path '${path}'`,
      );
    return operator === '$inc' ? current + operand : current * operand;
  };
}

function bitwise(operand: Value): NewValue {
  const entries = isDoc(operand) ? Object.entries(operand) : [];
  if (entries.length === 0) throw requestFailed('$bit needs {and|or|xor: integer}');
  for (const [name, mask] of entries)
    if (!['and', 'or', 'xor'].includes(name) || !Number.isSafeInteger(mask))
      throw requestFailed('$bit needs {and|or|xor: integer}');
  return (current, path) => {
    const start = current ?? 0;
    if (!Number.isSafeInteger(start) || current === null)
      throw requestFailed(`Cannot apply $bit to a value of non-integral type at path '${path}'`);
    const bits = entries.reduce(
      (value, [name, mask]) => {
        const other = BigInt(mask as number);
        if (name === 'and') return value & other;
        return name === 'or' ? value | other : value ^ other;
      },
      BigInt(start as number),
    );
    return Number(bits);
  };
}

const isContainer = (value: Value | undefined): value is Container =>
  isDoc(value) || Array.isArray(value);

function put(container: Container, segment: string, value: Value, path: string): void {
  if (!Array.isArray(container)) {
    container[segment] = value;
    return;
  }
  if (!isIndex(segment)) throw cannotCreate(segment, path);
  const index = Number(segment);
  if (index > container.length + MAX_PADDING)
    throw requestFailed(`The array index in '${path}' is too large.`);
  while (container.length < index) container.push(null);
  container[index] = value;
}

const cannotCreate = (field: string, path: string) =>
  requestFailed(`Cannot create field '${field}' in the element of '${path}' that is no document`);

/** Sets what `newValue` answers, making missing parents. A parent that is a scalar, or null, is an error. */
function change(doc: Doc, segments: string[], newValue: NewValue, creates: boolean): void {
  const path = segments.join('.');
  let at: Container = doc;
  const last = segments.length - 1;
  for (let i = 0; i < last; i++) {
    let next = child(at, segments[i]!);
    if (next === undefined) {
      if (!creates) return;
      put(at, segments[i]!, (next = {}), path);
    } else if (!isContainer(next)) {
      if (!creates) return;
      throw cannotCreate(segments[i + 1]!, path);
    }
    at = next;
  }
  const field = segments[last]!;
  const current = child(at, field);
  const value = newValue(current, path);
  if (value !== undefined) put(at, field, value, path);
  const immutable = segments[0] === '_id' && (current !== undefined || segments.length > 1);
  if (immutable && !equalValues(current, value))
    throw requestFailed(
      "Performing an update on the path '_id' would modify the immutable field '_id'",
    );
}

function unset(doc: Doc, segments: string[]): void {
  if (segments[0] === '_id') throw requestFailed("The field '_id' is immutable");
  for (const concrete of positional(doc, segments)) {
    let at: Container = doc;
    for (const segment of concrete.slice(0, -1)) {
      const next = child(at, segment);
      if (!isContainer(next)) return;
      at = next;
    }
    const field = concrete.at(-1)!;
    if (child(at, field) === undefined) continue;
    if (Array.isArray(at)) at[Number(field)] = null;
    else delete at[field];
  }
}

function compileRename(from: string, operand: Value, touched: string[]): Update {
  if (typeof operand !== 'string') throw requestFailed('The $rename target must be a string');
  claim(operand, touched);
  const source = updateSegments(from);
  const target = updateSegments(operand);
  if ([...source, ...target].includes('$[]'))
    throw requestFailed('$rename does not work on array elements');
  return doc => {
    for (const path of [source, target]) refuseArrays(doc, path);
    const parent = source
      .slice(0, -1)
      .reduce<Value | undefined>((at, s) => (isContainer(at) ? child(at, s) : undefined), doc);
    const value = isDoc(parent) ? own(parent, source.at(-1)!) : undefined;
    if (value === undefined) return;
    unset(doc, source);
    change(doc, target, () => value, true);
  };
}

function refuseArrays(doc: Doc, segments: string[]): void {
  let at: Value | undefined = doc;
  for (const segment of segments.slice(0, -1)) {
    at = isDoc(at) ? own(at, segment) : undefined;
    if (Array.isArray(at))
      throw requestFailed(`$rename cannot go through the array at '${segments.join('.')}'`);
  }
}
