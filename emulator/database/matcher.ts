import { Query } from 'mingo';
import { compareValues, equalValues, typeRank } from './compare.ts';
import { type Doc, isDoc, pathSegments, regex, requestFailed, type Value } from './ejson.ts';
import { anyLeaf } from './paths.ts';
import { typeTest } from './typeNames.ts';

export type Matcher = (doc: Doc) => boolean;
type Test = (value: Value | undefined) => boolean;

/**
 * One condition on one field. It receives a function that says whether any value of the field passes a test, so that
 * the same condition works for a path through a document and for a single element of `$elemMatch`. `elements` says
 * whether the members of an array count as values too.
 */
type Condition = (any: (test: Test, elements: boolean) => boolean) => boolean;

const unknown = (name: string) => requestFailed(`unknown operator: ${name}`);

/** Compiles a query once, so that every mistake is reported even if no document is examined. */
export function compileQuery(query: Value | undefined): Matcher {
  if (!isDoc(query)) throw requestFailed('A query must be an object.');
  const parts = Object.keys(query).map(key => compilePart(key, query[key]!));
  if (parts.length === 1) return parts[0]!;
  return doc => parts.every(part => part(doc));
}

function compilePart(key: string, operand: Value): Matcher {
  if (!key.startsWith('$')) return compileField(key, operand);
  switch (key) {
    case '$and':
    case '$or':
    case '$nor': {
      const matchers = subqueries(key, operand).map(compileQuery);
      if (key === '$and') return doc => matchers.every(match => match(doc));
      if (key === '$or') return doc => matchers.some(match => match(doc));
      return doc => !matchers.some(match => match(doc));
    }
    case '$expr':
      return compileExpression(operand);
    case '$comment':
      return () => true;
    default:
      throw requestFailed(`unknown top level operator: ${key}`);
  }
}

function subqueries(key: string, operand: Value | undefined): Doc[] {
  if (!Array.isArray(operand) || operand.length === 0 || !operand.every(isDoc))
    throw requestFailed(`${key} must be a nonempty array of objects`);
  return operand as Doc[];
}

/** `$expr` is written in the language of aggregation, so the aggregation library evaluates it. */
function compileExpression(operand: Value): Matcher {
  try {
    const query = new Query({ $expr: operand }, { scriptEnabled: false });
    return doc => query.test(doc);
  } catch (error) {
    throw requestFailed(`$expr: ${(error as Error).message}`);
  }
}

function compileField(path: string, operand: Value): Matcher {
  const segments = pathSegments(path);
  const condition = compileOperand(operand);
  return doc =>
    condition((test, elements) => anyLeaf(doc, segments, elements ? orElements(test) : test));
}

const orElements =
  (test: Test): Test =>
  value =>
    test(value) || (Array.isArray(value) && value.some(test));

export const isOperators = (operand: Value | undefined): operand is Doc =>
  isDoc(operand) && (Object.keys(operand)[0]?.startsWith('$') ?? false);

function compileOperand(operand: Value): Condition {
  if (isOperators(operand)) return compileOperators(operand);
  if (operand instanceof RegExp) return any => any(regexTest(operand), true);
  return any => any(equals(operand), true);
}

function compileOperators(operators: Doc): Condition {
  const conditions = Object.keys(operators)
    .filter(name => name !== '$options')
    .map(name => compileOperator(name, operators[name]!, operators));
  if (conditions.length === 1) return conditions[0]!;
  return any => conditions.every(condition => condition(any));
}

function compileOperator(name: string, operand: Value, siblings: Doc): Condition {
  switch (name) {
    case '$eq':
      return any => any(equals(operand), true);
    case '$ne':
      if (operand instanceof RegExp) throw requestFailed("Can't have regex as arg to $ne.");
      return any => !any(equals(operand), true);
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return any => any(inequality(name, operand), true);
    case '$in':
    case '$nin': {
      const test = oneOf(name, operand);
      return name === '$in' ? any => any(test, true) : any => !any(test, true);
    }
    case '$exists': {
      const wanted = Boolean(operand);
      return any => any(value => value !== undefined, false) === wanted;
    }
    case '$not':
      return compileNot(operand);
    case '$regex': {
      const options = siblings.$options ?? (operand instanceof RegExp ? operand.flags : '');
      const pattern = operand instanceof RegExp ? operand.source : operand;
      if (typeof pattern !== 'string' || typeof options !== 'string')
        throw requestFailed('$regex has to be a string');
      return any => any(regexTest(regex(pattern, options)), true);
    }
    case '$size':
      if (typeof operand !== 'number' || !Number.isInteger(operand) || operand < 0)
        throw requestFailed('$size must be a whole number');
      return any => any(value => Array.isArray(value) && value.length === operand, false);
    case '$all':
      return compileAll(operand);
    case '$elemMatch':
      return compileElemMatch(operand);
    case '$mod':
      return compileMod(operand);
    case '$type':
      return compileType(operand);
    default:
      throw unknown(name);
  }
}

/** Equality with null also matches a missing field. */
const equals =
  (operand: Value): Test =>
  value =>
    equalValues(value, operand);

const regexTest =
  (pattern: RegExp): Test =>
  value =>
    typeof value === 'string'
      ? pattern.test(value)
      : value instanceof RegExp && String(value) === String(pattern);

/** Comparisons hold within one type only: `{$gt: 5}` never finds a string. */
function inequality(name: '$gt' | '$gte' | '$lt' | '$lte', operand: Value): Test {
  const rank = typeRank(operand);
  if (operand instanceof RegExp) throw requestFailed(`Can't have RegEx as arg to ${name}.`);
  const orEqual = name === '$gte' || name === '$lte';
  const sign = name === '$gt' || name === '$gte' ? 1 : -1;
  return value => {
    if (typeRank(value) !== rank) return false;
    const order = compareValues(value, operand);
    if (order === 0) return orEqual;
    if (rank === 2 && (Number.isNaN(value) || Number.isNaN(operand))) return false;
    return Math.sign(order) === sign;
  };
}

function oneOf(name: string, operand: Value): Test {
  if (!Array.isArray(operand)) throw requestFailed(`${name} needs an array`);
  if (operand.some(isOperators)) throw requestFailed(`cannot nest $ under ${name}`);
  const strings = new Set(operand.filter(item => typeof item === 'string'));
  const others = operand
    .filter(item => typeof item !== 'string')
    .map(item => (item instanceof RegExp ? regexTest(item) : equals(item)));
  return value =>
    (typeof value === 'string' && strings.has(value)) || others.some(test => test(value));
}

function compileNot(operand: Value): Condition {
  if (!isOperators(operand) && !(operand instanceof RegExp))
    throw requestFailed('$not needs a regex or a document');
  const inner = compileOperand(operand);
  return any => !inner(any);
}

function compileAll(operand: Value): Condition {
  if (!Array.isArray(operand)) throw requestFailed('$all needs an array');
  const conditions = operand.map(item => {
    if (isOperators(item) && Object.keys(item)[0] !== '$elemMatch')
      throw requestFailed('no $ expressions in $all');
    return compileOperand(item);
  });
  return any => conditions.length > 0 && conditions.every(condition => condition(any));
}

/** Two forms: operators that one element has to pass together, or a query that one sub-document has to match. */
function compileElemMatch(operand: Value): Condition {
  if (!isDoc(operand)) throw requestFailed('$elemMatch needs an Object');
  const first = Object.keys(operand)[0] ?? '';
  if (first.startsWith('$') && !['$and', '$or', '$nor', '$expr'].includes(first)) {
    const condition = compileOperators(operand);
    const element: Test = item => condition(test => test(item));
    return any => any(value => Array.isArray(value) && value.some(element), false);
  }
  const matches = compileQuery(operand);
  return any =>
    any(value => Array.isArray(value) && value.some(item => isDoc(item) && matches(item)), false);
}

function compileMod(operand: Value): Condition {
  const numbers = Array.isArray(operand) ? operand.map(Number).map(Math.trunc) : [];
  const [divisor, remainder] = numbers;
  if (numbers.length !== 2 || !Number.isFinite(divisor) || !Number.isFinite(remainder))
    throw requestFailed('malformed mod, needs to be an array of two numbers');
  if (divisor === 0) throw requestFailed('divisor cannot be 0');
  return any =>
    any(
      value =>
        typeof value === 'number' &&
        Number.isFinite(value) &&
        Math.trunc(value) % divisor! === remainder,
      true,
    );
}

function compileType(operand: Value): Condition {
  const tests = (Array.isArray(operand) ? operand : [operand]).map(typeTest);
  return any => any(value => tests.some(test => test(value)), true);
}
