import { type Doc, isDoc, type Value } from './ejson.ts';
import { isScalar, type Scalar } from './keys.ts';
import { isOperators } from './matcher.ts';

/** One condition on one field, of the kinds an index can answer. All terms of a query hold together. */
export type Term = { path: string } & (
  | { kind: 'eq'; value: Scalar }
  | { kind: 'in'; values: Scalar[] }
  | { kind: 'range'; operator: '>' | '>=' | '<' | '<='; value: Exclude<Scalar, null> }
  /** Strings from `from` up to and without `to`. */
  | { kind: 'prefix'; from: string; to: string }
  /** Strings with this text in them; `folded` is in lower case, and so is what it is compared with. */
  | { kind: 'contains'; text: string; folded: boolean }
  | { kind: 'ne'; values: Scalar[] }
);

export interface Conditions {
  terms: Term[];
  /** True when the terms do not say all of the query, so that documents have to be looked at. */
  rest: boolean;
  /** Alternatives, when the query has one `$or` beside its terms. */
  or?: Doc[];
}

/** Reads out of an already compiled (so: valid) query what indexes can be used for. */
export function conditionsOf(query: Doc): Conditions {
  const found: Conditions = { terms: [], rest: false };
  addQuery(query, found);
  return found;
}

function addQuery(query: Doc, found: Conditions): void {
  for (const key of Object.keys(query)) {
    const operand = query[key]!;
    if (key === '$and') for (const part of operand as Doc[]) addQuery(part, found);
    else if (key === '$or') {
      found.or ??= operand as Doc[];
      found.rest = true;
    } else if (key.startsWith('$')) found.rest = true;
    else if (isOperators(operand))
      for (const name of Object.keys(operand)) addOperator(key, name, operand, found);
    else if (operand instanceof RegExp) addRegex(key, operand, found);
    else addEquality(key, operand, found);
  }
}

function addEquality(path: string, value: Value, found: Conditions): void {
  if (isScalar(value)) found.terms.push({ path, kind: 'eq', value });
  else found.rest = true;
}

const RANGES = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' } as const;

function addOperator(path: string, name: string, operators: Doc, found: Conditions): void {
  const operand = operators[name]!;
  const all = Array.isArray(operand) && operand.every(isScalar) ? operand : undefined;
  switch (name) {
    case '$eq':
      return addEquality(path, operand, found);
    case '$ne':
      if (isScalar(operand)) found.terms.push({ path, kind: 'ne', values: [operand] });
      else found.rest = true;
      return;
    case '$in':
      if (all) found.terms.push({ path, kind: 'in', values: all });
      else found.rest = true;
      return;
    case '$nin':
      if (all) found.terms.push({ path, kind: 'ne', values: all });
      else found.rest = true;
      return;
    case '$all':
      if (all && all.length > 0) all.forEach(value => addEquality(path, value, found));
      else found.rest = true;
      return;
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      if (operand !== null && isScalar(operand))
        found.terms.push({ path, kind: 'range', operator: RANGES[name], value: operand });
      else if (operand === null && (name === '$gte' || name === '$lte'))
        addEquality(path, null, found);
      else found.rest = true;
      return;
    case '$regex':
      if (typeof operand === 'string' && !operators.$options)
        addRegex(path, new RegExp(operand), found);
      else if (operand instanceof RegExp) addRegex(path, operand, found);
      else found.rest = true;
      return;
    case '$exists':
      if (!operand) found.terms.push({ path, kind: 'eq', value: null });
      found.rest = true; // the index cannot distinguish null from missing
      return;
    case '$elemMatch':
      found.rest = true;
      return addElementHints(path, operand, found);
    default:
      found.rest = true;
  }
}

/** An element that matches has these values, so the index on them finds a superset. */
function addElementHints(path: string, operand: Value, found: Conditions): void {
  if (isOperators(operand) || !isDoc(operand)) return;
  for (const field of Object.keys(operand)) {
    const value = operand[field];
    if (!field.startsWith('$') && value !== null && isScalar(value))
      found.terms.push({ path: `${path}.${field}`, kind: 'eq', value });
  }
}

/** `^literal` is a range of strings, whatever follows the literal; a mere literal is looked for in each. */
function addRegex(path: string, pattern: RegExp, found: Conditions): void {
  const inside = literalIn(pattern);
  if (inside) {
    found.terms.push({ path, kind: 'contains', ...inside });
    return;
  }
  const literal = /^\^([\p{L}\p{N} _:@#%&~"'`<>=,;/!-]+)/u.exec(pattern.source)?.[1];
  const next =
    literal === undefined ? '' : pattern.source.slice(literal.length + 1, literal.length + 2);
  const whole = literal !== undefined && pattern.source.length === literal.length + 1;
  // An alternative, or a quantifier on the last letter, would make the literal a wrong bound.
  const to = literal !== undefined && !/[|?*+{]/.test(next) ? successor(literal) : undefined;
  const usable = pattern.flags === '' && !pattern.source.includes('|') && to !== undefined;
  if (usable) found.terms.push({ path, kind: 'prefix', from: literal!, to });
  if (!usable || !whole) found.rest = true;
}

/**
 * The text that a pattern without operators looks for. Cases are compared only of ASCII letters, so with other cased
 * letters it is left to the matcher.
 */
function literalIn({ source, flags }: RegExp): { text: string; folded: boolean } | undefined {
  if (flags !== '' && flags !== 'i') return undefined;
  if (!/^(?:[^\\^$.*+?()[\]{}|/]|\\[\\^$.*+?()[\]{}|/-])+$/.test(source)) return undefined;
  const text = source.replace(/\\(.)/g, '$1');
  if (flags === '') return { text, folded: false };
  const folded = text.replace(/[A-Z]+/g, letters => letters.toLowerCase());
  const isPlain = [...folded].every(
    one => one <= '\x7f' || (one.toLowerCase() === one && one.toUpperCase() === one),
  );
  return isPlain ? { text: folded, folded: true } : undefined;
}

/** The smallest string after all that begin with `prefix`. */
function successor(prefix: string): string | undefined {
  const points = [...prefix];
  const code = points.pop()?.codePointAt(0);
  if (code === undefined || code >= 0x10ffff) return undefined;
  return points.join('') + String.fromCodePoint(code === 0xd7ff ? 0xe000 : code + 1);
}
